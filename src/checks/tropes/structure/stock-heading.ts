import { hitOf, inEach, type StructureRule } from "../trope.js";

/** What stands over a section of any text on any subject. */
const STOCK =
  /^(?:(?:the |some |our )?(?:key|main|final|closing|concluding|parting|big|biggest|core) (?:takeaways?|thoughts?|insights?|learnings|lessons|reflections|remarks|words|highlights)|takeaways|the takeaway|wrapping (?:it |things |this )?(?:all )?up|(?:the )?bottom line|looking (?:ahead|forward|to the future)|the (?:road|path|way|journey) (?:ahead|forward)|the (?:big|bigger) (?:picture|idea)|why (?:this|it|that) (?:all )?matters(?: (?:now|most))?|what (?:this|it) means(?: for (?:you|us|developers|teams))?|the why|a (?:new|better|brighter) (?:way|future|chapter|era|day)(?: forward)?|embracing (?:the |)\S+|a call to action|the future (?:is|of|awaits).{0,40}|moving forward|going forward|putting it all together|bringing it all together|tying it all together|(?:and )?beyond|final words|in (?:summary|closing|a nutshell)|unlocking .{1,40}|why choose (?:us|me|\S+)|what (?:sets|makes) (?:us|it|this|\S+) (?:apart|different|special|unique)|the (?:power|magic|beauty|art|importance|promise|rise|heart) of .{1,40}|(?:real world )?impact(?: (?:and|on) .{1,30})?|conclusion : .{1,80}|introduction : .{1,80}|(?:the )?challenges and (?:opportunities|solutions|limitations|considerations|future directions)|opportunities and challenges|benefits and challenges|legacy(?: and (?:impact|influence|significance))|key (?:benefits|features and benefits|considerations|advantages))$/;

export const stockHeading: StructureRule = {
  id: "tropes/stock-heading",
  kind: "a heading that fits any text",
  severity: "warning",
  isWhole: true,
  why: "It would stand over a section of any text, and so it does not say what is in this one.",
  fix: "Head the section with what it says",
  examples: {
    bad: ["## Key takeaways\n\nThe disk was full.", "## Final Thoughts\n\nWe kept the cache.", "### Why This Matters\n\nThe queue grew."],
    good: [
      "## Conclusions\n\nThe disk was full.",
      "## What changed in the second run\n\nThe cache was on.",
      "## Limits\n\nTwo gigabytes at most.",
    ],
  },
  finder: inEach((passage) => {
    const { kind, tokens } = passage;
    if (kind !== "heading" || tokens.texts.length > 14) return [];
    const words = tokens.texts.filter((text, at) => tokens.isWord[at] || text === ":");
    while (/^\d+\.?$/.test(words[0] ?? "")) words.shift();
    if (words.at(-1) === ":") words.pop();
    const first = tokens.texts.findIndex((text, at) => tokens.isWord[at] && text === words[0]);
    const last = tokens.isWord.lastIndexOf(true);
    return first >= 0 && STOCK.test(words.join(" ")) ? [hitOf(passage, first, last)] : [];
  }),
};
