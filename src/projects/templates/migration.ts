import type { TemplateSource } from "../template.js";

/** The same change in many files: one is planned by a person's leave, each is made by itself, and looked at by another. */
export const migration: TemplateSource = {
  kind: "migration",
  title: "a migration of files from one form to another",
  kinds: {
    survey: {
      phase: "gather",
      role: "an engineer who plans a migration",
      does: "Read some of the files. Write the rules of the change so that somebody who sees only one file can follow them, with an example from a file.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["Rules", "Example", "Risks"], words: { max: 600 }, cites: false },
      gate: 4,
    },
    change: {
      phase: "work",
      role: "an engineer who changes one file by fixed rules",
      does: "Read the file that this task is about, change it by the rules of the survey, and write it back. Change nothing else, and no other file. Say what you changed, and what the rules leave open.",
      tools: ["read_file", "write_file"],
      done: { sections: ["Changed", "Left open"], words: { max: 300 }, cites: false },
    },
    inspect: {
      phase: "verify",
      role: "a reviewer who has not made the changes",
      does: "Search the files for what should be gone and for what should be there by the rules, and name file and line where it is not so.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["In order", "Not in order"], words: { max: 500 } },
    },
  },
  tasks: [
    { name: "survey", kind: "survey", title: "Write the rules of the change" },
    { name: "change", kind: "change", title: "Change", needs: ["survey"], forEach: "source" },
    { name: "inspect", kind: "inspect", title: "Look through the changed files", needs: ["survey", "change"] },
  ],
  concurrency: 2,
  report: { role: "an engineer who hands a migration over", sections: ["Rules", "Changed", "Left open"] },
  gate: 4,
};
