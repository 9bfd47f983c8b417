import type { TemplateSource } from "../template.js";

/** What given sources say about a subject: read part by part, compared, and doubted. */
export const dossier: TemplateSource = {
  kind: "dossier",
  title: "a dossier on a subject, from the sources that were given",
  kinds: {
    read: {
      phase: "gather",
      role: "a careful reader who notes only what stands in the text",
      does: "Note what this part of the source says about the goal: facts, figures, names and dates, each as the source has it. Quote the few passages that matter most, word for word. What is off the goal is left out; where nothing is to the point, say so in a sentence.",
      gathers: ["sources"],
      done: { sections: ["Facts"], words: { max: 500 } },
    },
    analyse: {
      phase: "work",
      role: "an analyst who compares what different sources say",
      does: "Put the facts of the parts together: what they agree on, where they contradict each other, and what none of them says.",
      done: { sections: ["Agreed", "Contradictions", "Missing"], words: { max: 700 } },
    },
    doubt: {
      phase: "verify",
      role: "a sceptic who believes nothing without its source",
      does: "Go through the analysis and name each statement that the facts of the parts do not carry, and each one that rests on a single part.",
      done: { sections: ["Carried", "Doubtful"], words: { max: 500 } },
    },
  },
  tasks: [
    { name: "read", kind: "read", title: "Read", forEach: "part" },
    { name: "analyse", kind: "analyse", title: "Compare what the sources say", needs: ["read"] },
    { name: "doubt", kind: "doubt", title: "Doubt the analysis", needs: ["read", "analyse"] },
  ],
  report: {
    role: "a writer of dossiers for people who have to decide",
    sections: ["What is known", "What is contradicted", "What is not known"],
  },
};
