/** What kind of thing a sentence says that somebody did; the rule of its finding is `claims/<kind>`. */
export type ActKind = "measured" | "seen" | "decided" | "done";

/** One act under all its words, so that "benchmarked" in a text is carried by "measure" in a fact. */
export interface Act {
  readonly name: string;
  readonly kind: ActKind;
  /** Stems: a word is of the act where it begins with one of them and an ending follows. */
  readonly stems: readonly string[];
  /** Forms that no ending makes. */
  readonly irregular: readonly string[];
}

const ACTS: readonly Act[] = [
  act("measure", "measured", "measur benchmark profil timed timing clocked gauged quantif sampl weigh count"),
  act("compare", "measured", "compar contrast side-by-side versus"),
  act("test", "measured", "test verif validat check confirm assert prob exercis stress rehears replay simulat"),
  act("try", "measured", "experiment tri trial evaluat assess explor prototyp ablat sweep tun iterat pilot repeat"),
  act(
    "see",
    "seen",
    "notic observ discover detect spott witness learn realis realiz encounter identif pinpoint suspect surfac stumbl",
    "see sees saw seen found find finds hit spot suspicion emerged emerge noted recognised recognized",
  ),
  act("show", "seen", "show reveal indicat suggest demonstrat prov point expos uncover present", "shown showed"),
  act(
    "search",
    "seen",
    "investigat debug trac track diagnos inspect examin analys analyz audit review reproduc isolat bisect look chas hunt scour comb sift proofread",
    "dug digging",
  ),
  act(
    "decide",
    "decided",
    "decid settl conclud prefer opt reject pick select adopt agre vot elect approv accept endors ratif appoint abandon allocat earmark",
    "chose chosen choose went decision decisions resolution",
  ),
  act("propose", "decided", "propos"),
  act("fix", "done", "fix repair correct resolv solv patch mend"),
  act("add", "done", "add introduc creat implement install", "build built builds building rebuilt"),
  act("write", "done", "writ writt author document draft", "wrote written"),
  act("remove", "done", "remov delet dropp drop stripp eliminat disabl", "cut threw took"),
  act(
    "change",
    "done",
    "chang updat modif adjust alter rewr rewrit rework refactor simplif restructur convert migrat switch upgrad redesign",
    "rewrote rewritten",
  ),
  act("replace", "done", "replac swap swapp exchang substitut"),
  act("restore", "done", "restor recover revert reinstat roll"),
  act("restart", "done", "restart reboot reset"),
  act("move", "done", "mov renam split extract merg separat combin", "split"),
  act("speed", "done", "optimi speed accelerat reduc improv doubl halv tripl"),
  act("release", "done", "releas publish ship shipp deploy launch tagg"),
  act(
    "talk",
    "done",
    "interview survey ask consult discuss call contact notif inform invit remind poll telephon phon persuad convinc apologi",
    "tell told speak spoke spoken talk talked",
  ),
  act("get", "done", "obtain acquir purchas collect gather order hir commission", "bought"),
  act("close", "done", "clos shut"),
  act("train", "done", "train coach instruct", "taught"),
  act("visit", "done", "visit travel", "drove travelled"),
  act("run", "done", "run ran running rerun execut", "ran"),
  act("read", "done", "read studi research"),
];

function act(name: string, kind: ActKind, stems: string, irregular = ""): Act {
  return { name, kind, stems: stems.split(" "), irregular: irregular.split(" ").filter((word) => word !== "") };
}

/** How the words of an act begin in Romanian and German, without the marks on letters. */
const FOREIGN: Readonly<Record<string, { readonly ro: string; readonly de: string }>> = {
  measure: { ro: "masur numarat cronometr cantarit", de: "gemess mess mass gezahl zahlte gestoppt" },
  compare: { ro: "comparat compara", de: "vergleich verglich" },
  test: { ro: "verific testa confirmat probat", de: "getestet testet pruf gepruf uberpruf erprob simulier" },
  try: { ro: "incerc experiment evaluat repetat", de: "versuch ausprobier experimentier wiederholt" },
  see: {
    ro: "constat observ descoper gasit identific vazut aflat remarc banui depist sesiz",
    de: "bemerk entdeck festgestellt festzustellen beobacht gefunden fand erkannt gesehen vermutet gestoss",
  },
  show: { ro: "arat prezentat dezvalui indicat", de: "zeigt gezeigt ergab ergeben bestatig vorgestellt" },
  search: {
    ro: "analizat investig reprodus examin inspect cercet cautat",
    de: "untersuch analysier nachgestellt gesucht durchsucht ausgewertet auswert",
  },
  decide: {
    ro: "hotar decis decid ales votat aprobat stabilit conveni respins renunt optat acceptat",
    de: "entschied entscheid entschloss beschloss beschlies geeinigt gewahlt abgestimmt gestimmt verworfen verzichtet angenommen",
  },
  propose: { ro: "propus", de: "vorgeschlagen vorschlag" },
  fix: { ro: "indrept corect rezolv remedi reparat reparati", de: "behob beheb korrigier reparier" },
  add: { ro: "adaug introdus creat implement instalat montat", de: "hinzugefugt erganz eingebaut gebaut installier" },
  write: { ro: "scris redact", de: "geschrieb schrieb" },
  remove: { ro: "sters scos eliminat", de: "entfern gelosch gestrichen" },
  change: { ro: "schimb modific rescris refacut actualiz", de: "geander ander umgeschrieb umgebaut uberarbeit umgestellt" },
  replace: { ro: "inlocui", de: "ersetz ausgetauscht getauscht" },
  restore: { ro: "restaur recuper", de: "wiederhergestellt zuruckgespielt" },
  restart: { ro: "repornit", de: "neugestartet" },
  move: { ro: "mutat", de: "verschoben umbenannt" },
  speed: { ro: "optimizat redus", de: "optimiert beschleunigt" },
  release: { ro: "publicat lansat", de: "veroffentlicht ausgeliefert" },
  talk: {
    ro: "intreb discut vorbi contactat anuntat informat invitat sunat interviev chestion",
    de: "befrag gefragt gesproch sprach informier kontaktier eingeladen angerufen",
  },
  get: { ro: "cumpar obtinut comandat strans", de: "bestell gekauft eingeholt gesammelt beauftragt" },
  close: { ro: "inchis", de: "geschlossen" },
  run: { ro: "rulat executat", de: "ausgefuhrt" },
  read: { ro: "citit", de: "gelesen" },
};

const BY_NAME = new Map(ACTS.map((one) => [one.name, one] as const));
const begins = (language: "ro" | "de") =>
  new Map(
    Object.entries(FOREIGN).flatMap(([name, words]) => words[language].split(" ").map((start) => [start, BY_NAME.get(name)] as const)),
  );
const ROMANIAN = begins("ro");
const GERMAN = begins("de");

/** The act of a Romanian word, whatever it agrees with; `word` is without marks on its letters. */
export function romanianAct(word: string): Act | undefined {
  return byBeginning(ROMANIAN, word, 5);
}

export function germanAct(word: string): Act | undefined {
  return byBeginning(GERMAN, word, 4);
}

/** At most so many letters may follow the beginning. */
function byBeginning(acts: ReadonlyMap<string, Act | undefined>, word: string, most: number): Act | undefined {
  for (let length = word.length; length >= Math.max(4, word.length - most); length -= 1) {
    const found = acts.get(word.slice(0, length));
    if (found) return found;
  }
  return undefined;
}

/** Without the marks on letters, so that `hotărât` and the key `hotarat` are one. */
export function plainLetters(word: string): string {
  return /\P{ASCII}/u.test(word) ? word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss") : word;
}

const BY_IRREGULAR = new Map(ACTS.flatMap((one) => one.irregular.map((word) => [word, one] as const)));
const BY_STEM = new Map(ACTS.flatMap((one) => one.stems.map((stem) => [stem, one] as const)));
const LONGEST = Math.max(...[...BY_STEM.keys()].map((stem) => stem.length));
const ENDING =
  /^(?:e|s|es|ed|ing|er|ers|ion|ions|ation|ations|ative|ment|ments|ison|isons|y|ies|ied|ying|ning|ned|ped|ping|ted|ting|ling|led|al|als|ings|ement|ements|sis|ses|eat|at|ate|ată|ați|ăm|em|im|are|ări|eam|ea|ut|ură|ation's|ments'|led|zed|sed|ze|se|zing|sing|zation|t|d|es'|i|ion's|ously|ous)?$/u;

/** The act that a word names, as a verb or a noun. */
export function actOf(word: string): Act | undefined {
  const plain = word.toLowerCase();
  const irregular = BY_IRREGULAR.get(plain);
  if (irregular) return irregular;
  for (let length = Math.min(plain.length, LONGEST); length >= 3; length -= 1) {
    const found = BY_STEM.get(plain.slice(0, length));
    if (found && ENDING.test(plain.slice(length))) return found;
  }
  const bare = plainLetters(plain);
  return romanianAct(bare) ?? germanAct(bare);
}
