import { hitOf, inEach, type StructureRule } from "../trope.js";

/** Words of praise: what a text says of a thing when it has nothing to say. */
const PRAISE: ReadonlySet<string> = new Set(
  `adaptable agile ambitious authentic beautiful bold bright clean clear coherent collaborative compelling composable comprehensive concise
  confident consistent creative curious cutting-edge dynamic effective efficient effortless elegant empowering engaging expressive
  extensible fast faster flexible focused friendly future-proof human inclusive informed innovative inspiring insightful integrated
  intelligent intentional intuitive lasting lean lightweight maintainable meaningful measurable memorable modern modular motivated
  nimble observable open performant personal polished powerful practical precise predictable productive professional purposeful quick
  readable reliable repeatable resilient responsive responsible robust rewarding safe safer scalable seamless secure sharp simple
  simpler sleek smart smarter smooth stable strategic streamlined strong stronger sustainable testable thoughtful timeless
  transformative transparent trusted trustworthy unified unique usable user-friendly versatile vibrant welcoming wise`.split(/\s+/),
);
const VIRTUES: ReadonlySet<string> = new Set(
  `accountability adaptability agility ambition authenticity balance belonging clarity collaboration commitment communication community
  compassion confidence connection consistency courage craftsmanship creativity curiosity dedication determination discipline
  efficiency elegance empathy empowerment engagement excellence flexibility focus grit growth harmony honesty hope humility imagination
  inclusion ingenuity innovation insight inspiration integrity intelligence intention intentionality joy kindness leadership meaning
  mindfulness openness optimism ownership passion patience performance perseverance persistence precision productivity progress
  purpose quality reliability resilience respect responsibility scalability security simplicity speed strength sustainability teamwork
  tenacity thoughtfulness transparency trust understanding unity usability vision wisdom wonder`.split(/\s+/),
);
const ADVERBS: ReadonlySet<string> = new Set("more less truly highly deeply very most incredibly genuinely".split(" "));

export const triplet: StructureRule = {
  id: "tropes/triplet",
  kind: "a list of three for its rhythm",
  severity: "warning",
  why: "Three words of praise in a row are rhythm: nobody checks them, and the third is there to make three.",
  fix: "Keep the one that matters and give the evidence for it",
  counts: "three words of praise, or three virtues, set in a row with commas and a last `and`",
  examples: {
    bad: [
      "The new client is fast, reliable, and scalable.",
      "It gives teams a simple, intuitive and powerful interface.",
      "The work was guided by clarity, precision, and purpose.",
    ],
    good: [
      "The lamp turns red, green, and blue in turn.",
      "The parser is fast and reliable on files up to 2 GB.",
      "The columns hold speed, altitude, and fuel.",
      "He was tall, dark and tired of waiting.",
    ],
  },
  finder: inEach((passage) => {
    const { tokens } = passage;
    const { texts } = tokens;
    const hits = [];
    for (let at = texts.indexOf(","); at > 0; at = texts.indexOf(",", at + 1)) {
      const first = texts[at - 1] ?? "";
      const words = PRAISE.has(first) ? PRAISE : VIRTUES.has(first) ? VIRTUES : undefined;
      if (!words) continue;
      const second = afterAdverb(texts, at + 1);
      if (!words.has(texts[second] ?? "")) continue;
      let next = second + 1;
      if (texts[next] === ",") next += 1;
      if (texts[next] === "and" || texts[next] === "or") next += 1;
      else if (next === second + 1) continue;
      const third = afterAdverb(texts, next);
      if (words.has(texts[third] ?? "") && texts[third + 1] !== ",") hits.push(hitOf(passage, at - 1, third));
    }
    return hits;
  }),
};

function afterAdverb(texts: readonly string[], at: number): number {
  return ADVERBS.has(texts[at] ?? "") ? at + 1 : at;
}
