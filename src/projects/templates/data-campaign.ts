import type { TemplateSource } from "../template.js";

/** Several data sets, looked at one by one, made comparable, and checked. */
export const dataCampaign: TemplateSource = {
  kind: "data-campaign",
  title: "an evaluation of several data sets",
  kinds: {
    profile: {
      phase: "gather",
      role: "an analyst who looks at one data set at a time",
      does: "Say what the data set holds: its columns or fields, their units, its period, how many rows are shown to you, and what is missing or odd in them. Use only what stands in the data.",
      gathers: ["sources"],
      done: { sections: ["Contents", "Gaps"], words: { max: 400 } },
    },
    measure: {
      phase: "work",
      role: "an analyst who looks figures up and writes them down as they are",
      does: "Look up in the files what the goal asks for. Write each figure with the file and the line where it stands.",
      tools: ["list_files", "read_file", "search_files"],
      done: { sections: ["Figures", "How they were found"], words: { max: 600 } },
      proposes: ["measure"],
    },
    compare: {
      phase: "work",
      role: "an analyst who compares data sets",
      does: "Compare the figures across the data sets. Say what is comparable and what is not, for which reason.",
      done: { sections: ["Comparison", "Limits"], words: { max: 700 } },
    },
    recount: {
      phase: "verify",
      role: "an auditor who looks every figure up again",
      does: "Look up each figure of the comparison again in the files, and say which stand there as they are given and which do not.",
      tools: ["read_file", "search_files"],
      done: { sections: ["Confirmed", "Not confirmed"], words: { max: 500 } },
    },
  },
  tasks: [
    { name: "profile", kind: "profile", title: "Profile", forEach: "source" },
    { name: "measure", kind: "measure", title: "Look up the figures that the goal asks for", needs: ["profile"] },
    { name: "compare", kind: "compare", title: "Compare the data sets", needs: ["profile", "measure"], withAdded: ["measure"] },
    { name: "recount", kind: "recount", title: "Look the figures up again", needs: ["compare"] },
  ],
  grow: { max: 12, depth: 1, perTask: 3 },
  report: { role: "an analyst who writes for people who act on figures", sections: ["Figures", "Comparison", "Reliability"] },
};
