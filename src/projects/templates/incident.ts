import type { TemplateSource } from "../template.js";

/** Symptom, evidence, cause, fix, and whether the fix holds. */
export const incident: TemplateSource = {
  kind: "incident",
  title: "an account of a failure: symptom, evidence, cause, fix",
  kinds: {
    log: {
      phase: "gather",
      role: "an engineer on call who reads logs",
      does: "Note what this part of the log shows: times, errors as they are written, what came first and what followed. Draw no conclusion yet.",
      gathers: ["sources"],
      done: { sections: ["Events"], words: { max: 400 } },
    },
    symptom: {
      phase: "gather",
      role: "an engineer on call who writes down what was seen",
      does: "Say what failed, for whom, since when and until when, from the notes on the logs. Keep what was seen apart from what is guessed.",
      done: { sections: ["Seen", "Since when"], words: { max: 400 } },
    },
    cause: {
      phase: "work",
      role: "an engineer who looks for causes and ties each link to evidence",
      does: "Find the cause with the tools, which only read. Write it as a chain: each link with the file and the line that shows it. Where a link is a guess, say so.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["Chain of causes", "Guesses"], words: { max: 600 } },
      proposes: ["look"],
    },
    look: {
      phase: "gather",
      role: "an engineer who looks one thing up",
      does: "Look up this one thing in the files, and write what stands there, with file and line.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["Found"], words: { max: 300 } },
    },
    fix: {
      phase: "work",
      role: "an engineer who proposes the smallest fix that holds",
      does: "Propose what is to be changed so that this cannot happen again. Keep apart what has been applied already, as the evidence shows, and what is only proposed.",
      done: { sections: ["Applied", "Proposed"], words: { max: 500 } },
      gate: 4,
    },
    verify: {
      phase: "verify",
      role: "an engineer who did not find the cause, and checks it",
      does: "Look up each link of the chain again in the files. Say which links stand, which do not, and how one would notice that the fix works.",
      tools: ["read_file", "search_files"],
      done: { sections: ["Links that stand", "Links that do not", "How to notice"], words: { max: 500 } },
    },
  },
  tasks: [
    { name: "log", kind: "log", title: "Read", forEach: "part" },
    { name: "symptom", kind: "symptom", title: "Say what was seen", needs: ["log"] },
    { name: "cause", kind: "cause", title: "Find the cause", needs: ["symptom"] },
    { name: "verify", kind: "verify", title: "Look the chain up again", needs: ["cause"], withAdded: ["cause"] },
    { name: "fix", kind: "fix", title: "Propose a fix", needs: ["cause", "verify"] },
  ],
  grow: { max: 8, depth: 1, perTask: 3 },
  report: {
    role: "an engineer who writes for those who were not there",
    sections: ["Symptom", "Evidence", "Cause", "Fix", "Verification"],
  },
};
