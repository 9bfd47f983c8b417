import { codingAgent, codingAgentRecording } from "../../../adapters/coding-agent/index.js";
import { conforms } from "../conformance.js";
import { shop } from "./shop.js";

const BRANCH = "stagewright/by-hand";

function samplesAt(repo: string, commit: string) {
  const on = { repo, branch: BRANCH };
  return [
    { call: "start", request: { repo, agent: "mends", test: "prices" } },
    { call: "head", request: { ...on, base: commit } },
    { call: "build", request: { ...on, from: commit, agent: "mends", text: "Round prices." } },
    { call: "changes", request: { repo, base: commit, commit } },
    { call: "test", request: { ...on, commit, test: "prices" } },
    { call: "push", request: { ...on, commit } },
  ];
}

conforms({
  name: "coding-agent, programs",
  ref: codingAgent,
  open(t) {
    const { open, base } = shop(t);
    return { implementation: open(), samples: samplesAt("shop", base) };
  },
});

conforms({
  name: "coding-agent, recording",
  ref: codingAgent,
  open: () => ({ implementation: codingAgentRecording(), samples: samplesAt("shop", "0".repeat(40)) }),
});
