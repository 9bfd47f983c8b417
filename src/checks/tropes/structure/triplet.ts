import { hitOf, inEach, type StructureRule } from "../trope.js";

/** Words of praise: what a text says of a thing when it has nothing to say. */
const PRAISE: ReadonlySet<string> = new Set(
  `adaptable agile ambitious authentic beautiful bold bright clean clear coherent collaborative compelling composable comprehensive concise
  confident consistent creative curious cutting-edge dynamic effective efficient effortless elegant empowering engaging expressive
  extensible fast faster flexible focused friendly future-proof human inclusive informed innovative inspiring insightful integrated
  intelligent intentional intuitive lasting lean lightweight maintainable meaningful measurable memorable modern modular motivated
  nimble observable open performant personal polished powerful practical precise predictable productive professional purposeful quick
  readable reliable repeatable resilient responsive responsible robust rewarding safe safer scalable seamless secure sharp simple
  simpler sleek smart smarter smooth stable strategic streamlined strong stronger sustainable testable thoughtful timeless luminous lyrical soulful haunting tender poignant bustling dreamy evocative intimate raw unflinching
  transformative transparent accessible actionable approachable balanced captivating comfortable compassionate
  delightful dependable diverse durable easy energetic enduring equitable fluid fresh genuine grounded harmonious healthy holistic honest
  immersive impactful joyful kind lively nuanced organized playful proactive profound relevant rich rigorous serene solid structured
  sophisticated stunning supportive tailored thorough tireless unforgettable warm trusted trustworthy unified unique usable user-friendly versatile vibrant welcoming wise`.split(
    /\s+/,
  ),
);
const VIRTUES: ReadonlySet<string> = new Set(
  `accountability adaptability agility ambition authenticity balance belonging clarity collaboration commitment communication community
  compassion confidence connection consistency courage craftsmanship creativity curiosity dedication determination discipline
  efficiency elegance empathy empowerment engagement excellence flexibility focus grit growth harmony honesty hope humility imagination
  inclusion ingenuity innovation insight inspiration integrity intelligence intention intentionality joy kindness leadership meaning
  mindfulness openness optimism ownership passion patience performance perseverance persistence precision productivity progress
  purpose quality reliability resilience respect responsibility scalability security simplicity speed strength sustainability teamwork
  tenacity vulnerability authenticity belonging gratitude grace adventure beauty belief change charm culture discovery drive education energy exploration fairness faith freedom
  heart heritage hospitality humanity humor identity impact independence initiative learning love loyalty maintainability mastery
  memory nature nuance opportunity order peace potential power prosperity readability reflection rigor safety service skill
  soul spirit stability style success tradition transformation warmth wellness thoughtfulness transparency trust understanding unity usability vision wisdom wonder`.split(
    /\s+/,
  ),
);
/** What people are called on to do: "inspire, empower, and transform". */
const DEEDS: ReadonlySet<string> = new Set(
  `achieve adapt build celebrate challenge collaborate connect create delight discover dream educate elevate empower encourage engage
  enhance evolve excel experiment explore flourish focus grow guide heal imagine improve innovate inspire iterate lead learn listen
  nurture persevere prosper reflect reimagine rethink scale share shine streamline strengthen succeed support thrive transform uplift`
    .split(/\s+/)
    .flatMap((verb) => [verb, `${verb}s`, `${verb.replace(/e$/, "")}ing`, `${verb.replace(/e$/, "")}ed`]),
);
/** "faster builds, fewer bugs, and happier teams": a better world in three. */
const BETTER: ReadonlySet<string> = new Set(
  `better bigger bolder brighter calmer cheaper cleaner clearer closer cooler deeper easier fairer faster fewer fresher greater greener
  happier healthier higher kinder leaner less lighter lower more quicker quieter richer safer sharper simpler smarter smoother
  stronger tighter warmer wiser`.split(/\s+/),
);
const WORDS_AFTER_BETTER = 4;
/** Praise and virtues in German and Romanian. */
const ABROAD: ReadonlySet<string> = new Set(
  `authentisch begeisternd belebend dynamisch dynamische dynamisches effizient einfach elegant engagiert flexibel frisch innovativ intuitiv
  jung junge junges klar kompetent kreativ leidenschaftlich leistungsstark modern motiviert motivierte motiviertes nachhaltig natürlich
  rein robust schnell sicher stark transparent vielseitig zeitlos zukunftssicher zuverlässig ehrlichkeit innovation kompetenz kreativität
  leidenschaft mut nachhaltigkeit präzision qualität respekt stil teamgeist tradition verantwortung vertrauen vielfalt zusammenhalt
  autentic autentică creativ creativă dinamic dinamică durabil eficient eficientă elegant elegantă fiabil flexibil inovator inovatoare
  intuitiv intuitivă modern modernă natural prietenos puternic rapid sănătos sigur simplu sustenabil transparent unic versatil vibrant
  armonie calitate colaborare creativitate curaj dedicare echilibru eficiență eleganță emoție empatie frumusețe generozitate
  inovație inspirație încredere onestitate pasiune perseverență prietenie profesionalism rafinament răbdare respect responsabilitate
  rezistență sinceritate speranță stil tradiție transparență viziune`.split(/\s+/),
);
/** A word that may be the one of three that no list has. */
const LIKE_PRAISE = /(?:ful|ive|ous|able|ible|less|ent|ant|ing|ical|ual|ed|al)$/;
const LIKE_VIRTUE = /(?:ity|ness|tion|sion|ment|ance|ence|ship|ism|age|acy|ability|dom|ers|ors)$/;
/** People as a row of heroes: "dreamers, doers and builders". */
const PEOPLE: ReadonlySet<string> = new Set(
  `adventurers artists believers builders changemakers collaborators creators dreamers doers entrepreneurs explorers friends heroes
  innovators inventors leaders learners listeners makers mentors pioneers poets problem-solvers rebels storytellers seekers teachers
  thinkers trailblazers visionaries`.split(/\s+/),
);
const AND: ReadonlySet<string> = new Set("and or und oder și sau &".split(" "));
const ADVERBS: ReadonlySet<string> = new Set(
  "utterly profoundly quietly beautifully so wholly fully always zutiefst sehr profund more less truly highly deeply very most incredibly genuinely".split(
    " ",
  ),
);

export const triplet: StructureRule = {
  id: "tropes/triplet",
  kind: "a list of three for its rhythm",
  severity: "warning",
  isWhole: true,
  why: "Three words of praise in a row are rhythm: nobody checks them, and the third is there to make three.",
  fix: "Keep the one that matters and give the evidence for it",
  counts:
    "three words of praise, three virtues (one of the three may be a word that no list has), three deeds or three comparatives, set in a row with commas and a last `and`",
  examples: {
    bad: [
      "The new client is fast, reliable, and scalable.",
      "It gives teams a simple, intuitive and powerful interface.",
      "The work was guided by clarity, precision, and purpose.",
      "We saw faster builds, fewer bugs, and happier users.",
      "The book will inspire, challenge, and transform its readers.",
    ],
    good: [
      "The lamp turns red, green, and blue in turn.",
      "The parser is fast and reliable on files up to 2 GB.",
      "The columns hold speed, altitude, and fuel.",
      "He was tall, dark and tired of waiting.",
    ],
  },
  words: new Set([...PRAISE, ...VIRTUES, ...DEEDS, ...ABROAD, ...PEOPLE, ...BETTER]),
  finder: inEach((passage) => {
    const { tokens } = passage;
    if (!tokens.prose.includes(",")) return [];
    const { texts } = tokens;
    const hits = [];
    for (let at = texts.indexOf(","); at > 0; at = texts.indexOf(",", at + 1)) {
      const better = betterThrice(texts, at);
      if (better) {
        hits.push(hitOf(passage, better.first, better.last));
        at = better.last;
        continue;
      }
      const triple = tripleAt(texts, at);
      if (!triple) continue;
      const groups = [PRAISE, VIRTUES, DEEDS, ABROAD, PEOPLE];
      const group = groups.find((words) => triple.filter((index) => words.has(texts[index] ?? "")).length >= 2);
      const like = group === PRAISE ? LIKE_PRAISE : group === VIRTUES ? LIKE_VIRTUE : undefined;
      const isAll = triple.every((index) => group?.has(texts[index] ?? "") || like?.test(texts[index] ?? ""));
      const isJoined = AND.has(texts[triple[2] - 1] ?? "") || AND.has(texts[triple[2] - 2] ?? "") || group === PRAISE;
      if (group && isAll && isJoined && texts[triple[0]] !== texts[triple[2]]) hits.push(hitOf(passage, triple[0], triple[2]));
    }
    return hits;
  }),
};

/** The three words of "a, b, and c" around its first comma; undefined where there are no three. */
function tripleAt(texts: readonly string[], comma: number): readonly [number, number, number] | undefined {
  const second = afterAdverb(texts, comma + 1);
  let next = second + 1;
  if (texts[next] === ",") next += 1;
  if (AND.has(texts[next] ?? "")) next += 1;
  else if (next === second + 1) return undefined;
  const third = afterAdverb(texts, next);
  return third < texts.length ? [comma - 1, second, third] : undefined;
}

/** Three in a row that each open with a comparative, around the comma at `comma`. */
function betterThrice(texts: readonly string[], comma: number): { readonly first: number; readonly last: number } | undefined {
  let first = comma - 1;
  while (first > comma - WORDS_AFTER_BETTER && first >= 0 && !BETTER.has(texts[first] ?? "")) first -= 1;
  if (!BETTER.has(texts[first] ?? "") || first === comma - 1 || !BETTER.has(texts[comma + 1] ?? "")) return undefined;
  let next = comma + 2;
  while (next < comma + 2 + WORDS_AFTER_BETTER && texts[next] !== "," && texts[next] !== "and") next += 1;
  if (texts[next] === ",") next += 1;
  if (texts[next] === "and") next += 1;
  return BETTER.has(texts[next] ?? "") ? { first, last: next } : undefined;
}

function afterAdverb(texts: readonly string[], at: number): number {
  return ADVERBS.has(texts[at] ?? "") ? at + 1 : at;
}
