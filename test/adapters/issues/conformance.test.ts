import type { TestContext } from "node:test";
import { gitHubIssues, issuesRecording, markdownFolder } from "../../../adapters/issues/index.js";
import { issuesConform } from "./conformance.js";
import { ENV, fakeGitHub, type Seed } from "./fake-github.js";
import { issuesFolder } from "./folder.js";

function inFolder(t: TestContext, seeds: readonly Seed[]) {
  const files = seeds.map(({ title, body = "", labels = [], state = "open" }, index): [string, string] => [
    `${index + 1}.md`,
    `---\ntitle: ${title}\nstate: ${state}\n${state === "closed" ? "reason: completed\n" : ""}labels: [${labels.join(", ")}]\n---\n\n${body}\n`,
  ]);
  // A folder knows no pull requests.
  return markdownFolder({ cwd: issuesFolder(t, Object.fromEntries(files.filter((_, index) => !seeds[index]?.isPull))) });
}

issuesConform({ name: "issues, folder of Markdown files", changes: true, open: async (t, seeds) => inFolder(t, seeds) });

issuesConform({
  name: "issues, GitHub",
  changes: true,
  async open(t, seeds) {
    const { url } = await fakeGitHub(t, seeds);
    return gitHubIssues({ repo: "ana/notes", env: ENV, baseUrl: url });
  },
});

issuesConform({
  name: "issues, recording",
  changes: false,
  open: async (t, seeds) => issuesRecording({ reads: inFolder(t, seeds) }),
});
