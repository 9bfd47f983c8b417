import { actOf, germanAct, plainLetters, romanianAct } from "./acts.js";

/** What a word may be in a sentence, as bits; a word may be several things. */
export const IS = {
  /** `we`, `I`; `wir`, `ich`. */
  first: 1,
  /** `she`, `they`, `who`. */
  person: 2,
  /** `team`, `committee`, `testers`. */
  role: 4,
  /** Begins with a capital and goes on in small letters. */
  name: 8,
  /** Work by its name: `tests`, `inspection`, `samples`. */
  work: 16,
  /** `was`, `were`, `been`, `got`. */
  was: 32,
  /** `is`, `are`. */
  present: 64,
  /** May stand between the one who did something and the verb. */
  adverb: 128,
  /** `have`, `had`: the same, and the verb is over. */
  have: 256,
  /** Joins a second verb to the first: `and`, `then`, `but`. */
  joins: 512,
  /** What is planned, wished, possible or on a condition. */
  unreal: 1_024,
  denies: 2_048,
  preposition: 4_096,
  /** Begins a clause that only says when: `before`, `until`. */
  aside: 8_192,
  /** Begins another clause: `which`, `because`. */
  opens: 16_384,
  /** `my`, `our`, `unseren`. */
  own: 32_768,
  /** May be the past or the participle of an English verb. */
  past: 65_536,
  /** The same of an act that is known. */
  act: 131_072,
  /** What somebody held for true: `suspect`, `hunch`. */
  suspicion: 262_144,
  /** `could`. */
  could: 524_288,
  romanianAux: 1_048_576,
  germanHave: 2_097_152,
  germanWas: 4_194_304,
  /** A participle of an act in Romanian. */
  romanian: 8_388_608,
  /** A participle or past of an act in German. */
  german: 16_777_216,
  /** Many who do something, by the ending: `farmers`, `interviewers`. */
  agent: 33_554_432,
  /** What is wished where `to` follows. */
  wishes: 67_108_864,
  /** Something came to be seen where the right word follows: `turned up`, `came to light`, `dawned on`. */
  surfaces: 134_217_728,
  /** The Romanian first person. */
  am: 268_435_456,
  /** Many of something show it now: `confirm`. */
  shows: 536_870_912,
} as const;

/** Words of one class each line; a word may stand in several. */
const LISTS: readonly (readonly [number, string])[] = [
  [IS.first, "we i wir ich"],
  [IS.person, "he she they who"],
  [
    IS.role,
    `team teams group groups committee board council panel round management manager managers author authors co-author developer developers engineer engineers
    maintainer maintainers researcher researchers scientist scientists tester testers editor editors colleague colleagues crew staff director directors
    treasurer chair chairman chairwoman secretary members others everyone everybody somebody someone technician technicians analyst analysts reviewer
    reviewers operators operator inspector inspectors auditors auditor parents volunteers students teachers administration jury department organisers
    organizers coach doctor doctors nurse nurses customers users guests residents participants leadership consultants consultant contractor contractors
    vorstand gruppe team runde ausschuss entwickler autoren echipa grupul consiliul comisia comitetul autorii conducerea adunarea`,
  ],
  [
    IS.work,
    `benchmark benchmarks test tests testing experiment experiments profiling profile profiles measurement measurements comparison comparisons analysis
    analyses metrics trace traces investigation investigations inspection inspections trial trials debugging results timings review reviews logs log
    sample samples rehearsal rehearsals audit audits survey surveys interview interviews simulation simulations pilot capture captures graph graphs run
    runs attempt attempts check checks spot-check walkthrough dump dumps evaluation evaluations assessment measure retrospective diagnostics telemetry
    questionnaire poll observation observations examination study studies tasting tastings readings monitoring data counts series sessions
    messungen messung versuche versuch vergleich untersuchung umfrage befragung auswertung analyse prüfung testlauf
    testele testul măsurătorile măsurători analiza experimentele sondajul verificarea verificările inspecția ancheta comparația`,
  ],
  [IS.was, "was were been got being"],
  [IS.present, "is are"],
  [
    IS.adverb,
    `also then first next even just only finally later soon both all each once again since ever already still too now long together almost instead
    initially eventually subsequently recently previously carefully unanimously twice meanwhile therefore thus in has have had ve d themselves himself herself myself
    ourselves by`,
  ],
  [IS.have, "have has had ve d"],
  [IS.joins, "and then but or & și dar und"],
  [
    IS.unreal,
    `if unless would could should might may must will shall can cannot won todo please let going ar vom va voi
    trebuie dacă vrem wenn falls würde würden könnte könnten sollte sollten wollen werden wird whether`,
  ],
  [
    IS.denies,
    `no not never nobody none neither without nothing didn wasn weren haven hasn hadn couldn wouldn isn aren don doesn nu niciun nicio nimeni fără nicht
    kein keine keinen nie niemand ohne nichts`,
  ],
  [
    IS.preposition,
    `in on at of from with for by to into over under about against between near through since per via during after before until around behind among within
    across without along beside`,
  ],
  [IS.aside, "before after when while once until whenever als bevor nachdem când înainte"],
  [
    IS.opens,
    "which who that because although though as since so whereas where whom whose while when before after until care că dass weil obwohl deci",
  ],
  [IS.own, "my our unseren unsere unserer unserem meine meinen meiner noastre noastră nostru mele mea meu"],
  [IS.suspicion, "suspect suspects suspicion suspicions guess hypothesis theory hunch assumption verdacht bănuială"],
  [IS.could, "could couldn"],
  [IS.wishes, "plan plans hope hopes need needs want wants"],
  [IS.surfaces, "turned came cropped dawned set stellte stellten"],
  [IS.am, "am"],
  [IS.shows, "confirm show suggest indicate reveal prove demonstrate"],
  [IS.romanianAux, "am au a"],
  [IS.germanHave, "haben habe hat hatte hatten"],
  [IS.germanWas, "wurde wurden worden"],
];

const KNOWN = new Map<string, number>();
for (const [bit, words] of LISTS) for (const word of words.split(/\s+/)) KNOWN.set(word, (KNOWN.get(word) ?? 0) | bit);

export const IRREGULAR_PAST: ReadonlySet<string> = new Set(
  `ran saw seen found chose chosen wrote written rewrote rewritten built made took taken went gone got came began begun gave given kept left lost met put
  read sent set spent stood taught threw thrown told understood dug drew drawn drove driven held hit cut hid spoke spoken split spun swept won fed learnt
  led caught brought bought broke broken shown shut felt heard rose fell flew rebuilt redid undid withdrew proofread bore sold paid sang taught`.split(
    /\s+/,
  ),
);
const AGENT = /^\p{L}{3,14}(?:ers|ors|ists|ians|men|women)$/u;
const NO_AGENT = new Set(
  `servers containers letters numbers errors headers parsers sensors orders matters papers layers filters buffers pointers parameters computers offers
  markers trackers workers loaders readers writers handlers helpers folders borders factors vectors colors colours doors floors mirrors processors
  monitors connectors iterators operators validators lists others answers members quarters covers drawers flowers towers centers meters rivers winters
  summers dinners corners specimen lists powers figures terms printers routers adapters drivers browsers scanners editors waters shoulders fingers`.split(
    /\s+/,
  ),
);

/** Words that end as a past does and are none, or that begin a noun. */
const NO_PAST = new Set(
  "need needed seed speed feed indeed bed red shed used based related united hundred sacred wicked naked embed exceed proceed".split(" "),
);

/** The classes of a word, as it is spelled. */
export function classesOf(form: string): number {
  const lower = form.toLowerCase();
  let bits = KNOWN.get(lower) ?? 0;
  if (lower.length > 4 && lower.endsWith("ly")) bits |= IS.adverb;
  if (lower.length > 2 && (IRREGULAR_PAST.has(lower) || lower.endsWith("ed") || lower.endsWith("ught")) && !NO_PAST.has(lower))
    bits |= IS.past;
  if ((bits & IS.past) !== 0 && actOf(lower)) bits |= IS.act;
  const plain = plainLetters(lower);
  if (romanianAct(plain)) bits |= IS.romanian;
  if (germanAct(plain)) bits |= IS.german;
  if ((bits & ~(IS.romanian | IS.german)) === 0 && AGENT.test(lower) && !NO_AGENT.has(lower)) bits |= IS.agent;
  if ((bits & ~(IS.romanian | IS.german | IS.agent)) === 0 && /^\p{Lu}\p{Ll}/u.test(form) && !NO_NAME.has(lower)) bits |= IS.name;
  return bits;
}

const NO_NAME = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  the a an this that these those it its there here what how why his her their one two three four five six seven eight nine ten eleven twelve
  some many most more each every another other such`.split(/\s+/),
);

/** Forms that are the past and the present alike; said of others, they are the present. */
export const MAY_BE_PRESENT: ReadonlySet<string> = new Set("put read set cut hit shut split".split(" "));
