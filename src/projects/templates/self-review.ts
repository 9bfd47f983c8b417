import type { TemplateSource } from "../template.js";

/** A code base under review: part by part, with a critic who must find each finding again. */
export const selfReview: TemplateSource = {
  kind: "self-review",
  title: "a review of a code base, with findings that are quoted from the code",
  kinds: {
    read: {
      phase: "gather",
      role: "a reviewer who reads one part of a code base",
      does: "Name what is wrong in this part: a defect, what goes wrong because of it, and the line of code, quoted word for word. A comment is no defect. Where nothing is wrong, say so in a sentence.",
      gathers: ["sources"],
      done: { sections: ["Findings"], words: { max: 400 } },
    },
    across: {
      phase: "work",
      role: "a reviewer who looks at how parts fit together",
      does: "Look with the tools for defects that no part shows by itself: a caller that expects something else, a case that nobody handles. Quote the lines with file and number.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["Findings"], words: { max: 600 } },
      proposes: ["look"],
    },
    look: {
      phase: "work",
      role: "a reviewer who looks into one suspicion",
      does: "Look into this one suspicion with the tools. Say whether the defect is there, with the lines that show it.",
      tools: ["read_file", "search_files"],
      done: { sections: ["Verdict"], words: { max: 300 } },
    },
    critic: {
      phase: "verify",
      role: "a critic who believes no finding before it is seen in the code",
      does: "Look each finding up in the code. Keep those whose lines stand there and do what the finding says; name the others with the reason.",
      tools: ["read_file", "search_files"],
      done: { sections: ["Kept", "Dropped"], words: { max: 600 } },
    },
  },
  tasks: [
    { name: "read", kind: "read", title: "Review", forEach: "part" },
    { name: "across", kind: "across", title: "Review how the parts fit together", needs: ["read"] },
    { name: "critic", kind: "critic", title: "Look every finding up again", needs: ["read", "across"], withAdded: ["across"] },
  ],
  grow: { max: 10, depth: 1, perTask: 3 },
  report: { role: "a reviewer who reports to the owners of the code", sections: ["Defects", "Dropped", "What was read"] },
};
