import type { RulePage } from "./pack.js";

/** The rules about the comments that switch rules off. Their examples are run with `em-dashes` (none allowed) as the only other rule. */
export const DISABLE_RULES: readonly RulePage[] = [
  {
    id: "disable/reason",
    why: "A rule that is switched off without a reason is switched off for ever, since nobody can tell when it may be on again.",
    fix: 'Write the reason behind the rules, after " -- ".',
    examples: {
      bad: ["<!-- stagewright-disable-next-line em-dashes -->\nOne — two."],
      good: ["<!-- stagewright-disable-next-line em-dashes -- the title of a book -->\nOne — two."],
    },
  },
  {
    id: "disable/unused",
    why: "A comment that switches nothing off hides the next fault that comes to stand there.",
    fix: "Take the comment out, or the rule that finds nothing; `--fix` takes out a comment for the next line.",
    examples: {
      bad: [
        "<!-- stagewright-disable-next-line em-dashes -- the title of a book -->\nOne, two.",
        "One, two.\n\n<!-- stagewright-enable em-dashes -->\n",
      ],
      good: [
        "<!-- stagewright-disable em-dashes -- quoted from a play -->\nOne — two.\n\n<!-- stagewright-enable em-dashes -->\nThree.",
        "```md\n<!-- stagewright-disable-next-line em-dashes -- shown here only -->\n```",
      ],
    },
  },
  {
    id: "disable/rule",
    why: "A comment that names no rule, or one that there is not, switches nothing off.",
    fix: "Name each rule as findings name it. Rules of safety and of facts cannot be switched off by the text that they judge.",
    examples: {
      bad: [
        "<!-- stagewright-disable-next-line em-dash -- the title of a book -->\nOne, two.",
        "<!-- stagewright-disable-line em-dashes -- the title of a book -->\nOne, two.",
        "<!-- stagewright-disable -- all of it -->\nOne, two.",
      ],
      good: ["<!-- disable the lamp at night -->\nOne, two."],
    },
  },
];
