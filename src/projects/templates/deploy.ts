import type { TemplateSource } from "../template.js";

/** A release in writing: what is ready, the steps in order, each with its way back, approved by a person, and checked. */
export const deploy: TemplateSource = {
  kind: "deploy",
  title: "a plan of a release, with a way back for each step",
  kinds: {
    preflight: {
      phase: "gather",
      role: "a release engineer who checks what is ready",
      does: "Read the change log, the configuration and the scripts of the release. Write what is ready and what is missing, with file and line.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["Ready", "Missing"], words: { max: 500 } },
    },
    steps: {
      phase: "work",
      role: "a release engineer who writes steps that a tired person can follow",
      does: "Write the steps of the release in their order: for each one what is done, how one sees that it worked, and how it is taken back. Use only what the preflight has found.",
      done: { sections: ["Steps", "Ways back"], words: { max: 800 }, cites: false },
      gate: 5,
    },
    rehearse: {
      phase: "verify",
      role: "a release engineer who goes through the steps with the files open",
      does: "Go through the steps. Look each script and each setting up in the files, and name those that are not there or not as the steps say.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["In order", "Not in order"], words: { max: 500 } },
    },
  },
  tasks: [
    { name: "preflight", kind: "preflight", title: "Check what is ready" },
    { name: "steps", kind: "steps", title: "Write the steps", needs: ["preflight"] },
    { name: "rehearse", kind: "rehearse", title: "Go through the steps", needs: ["preflight", "steps"] },
  ],
  report: { role: "a release engineer who hands a release over", sections: ["State", "Steps", "Ways back", "Open points"] },
  gate: 4,
};
