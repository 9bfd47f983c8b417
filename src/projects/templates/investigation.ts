import type { TemplateSource } from "../template.js";

/** A question, the leads that come up on the way, and what speaks against the answer. */
export const investigation: TemplateSource = {
  kind: "investigation",
  title: "an investigation of a question in a folder of files",
  kinds: {
    survey: {
      phase: "gather",
      role: "an investigator who first looks at what there is",
      does: "List and search the files, and say which of them bear on the question. Propose a task for each lead that is worth following.",
      tools: ["list_files", "search_files", "read_file"],
      done: { sections: ["What there is", "Leads"], words: { max: 500 } },
      proposes: ["lead"],
    },
    lead: {
      phase: "gather",
      role: "an investigator who follows one lead to its end",
      does: "Follow this one lead through the files. Write what you found with file and line, and what the lead does not show. Propose a further lead only if this one opened it.",
      tools: ["list_files", "search_files", "read_file"],
      done: { sections: ["Found", "Not found"], words: { max: 500 } },
      proposes: ["lead"],
    },
    answer: {
      phase: "work",
      role: "an investigator who weighs evidence",
      does: "Look up in the files what the survey has pointed to, and answer the question as far as that carries an answer. Tie each step of the reasoning to file and line.",
      tools: ["search_files", "read_file"],
      done: { sections: ["Answer", "Evidence", "Other explanations"], words: { max: 800 } },
    },
    counter: {
      phase: "verify",
      role: "an opponent who wants the answer to be wrong",
      does: "Search the files for what speaks against the answer. Say what you searched for, what you found, and whether the answer stands.",
      tools: ["search_files", "read_file"],
      done: { sections: ["Searched for", "Found against it", "Does it stand"], words: { max: 500 } },
    },
  },
  tasks: [
    { name: "survey", kind: "survey", title: "See what there is, and find leads" },
    { name: "answer", kind: "answer", title: "Answer the question", needs: ["survey"], withAdded: ["survey"] },
    { name: "counter", kind: "counter", title: "Look for what speaks against the answer", needs: ["answer"] },
  ],
  grow: { max: 16, depth: 2, perTask: 4 },
  report: {
    role: "an investigator who reports to whoever asked",
    sections: ["Answer", "Evidence", "What speaks against it", "Open questions"],
  },
};
