/** What kind of thing a sentence says that somebody did; the rule of its finding is `claims/<kind>`. */
export type ActKind = "measured" | "seen" | "decided" | "done";

/** One act under all its words, so that "benchmarked" in a text is carried by "measure" in a fact. */
interface Act {
  readonly name: string;
  readonly kind: ActKind;
  /** Stems: a word is of the act where it begins with one of them and an ending follows. */
  readonly stems: readonly string[];
  /** Past forms that no ending makes. */
  readonly irregular?: readonly string[];
}

const ACTS: readonly Act[] = [
  act("measure", "measured", "measur benchmark profil timed timing clocked gauged quantif măsur"),
  act("compare", "measured", "compar contrast side-by-side versus compara"),
  act("test", "measured", "test verif validat check confirm assert prob exercis stress verific"),
  act("try", "measured", "experiment tri trial evaluat assess explor prototyp ablat sweep tun iterat încerc"),
  act(
    "see",
    "seen",
    "notic observ discover detect spott witness learn realis realiz encounter identif pinpoint observat",
    "saw seen found find finds met hit",
  ),
  act("show", "seen", "show reveal indicat suggest demonstrat prov point expos uncover arat arăt", "shown showed"),
  act(
    "search",
    "seen",
    "investigat debug trac track diagnos inspect examin analys analyz audit review reproduc isolat dug digging bisect",
    "dug",
  ),
  act("decide", "decided", "decid settl conclud prefer opt reject pick select adopt agre hotăr decis ales", "chose chosen choose went"),
  act("fix", "done", "fix repair correct resolv solv patch repar"),
  act("add", "done", "add introduc creat implement built build writ wrote writt install adăug", "built wrote written"),
  act("remove", "done", "remov delet dropp drop stripp eliminat șters elimin", "cut threw"),
  act(
    "change",
    "done",
    "chang updat modif adjust alter replac rewr rewrit rework refactor simplif restructur convert migrat switch schimb",
    "rewrote rewritten",
  ),
  act("move", "done", "mov renam split extract merg separat combin mut", "split"),
  act("speed", "done", "optimi speed accelerat reduc improv cach"),
  act("release", "done", "releas publish ship deploy launch tagg roll public", "shipped"),
  act("talk", "done", "interview survey ask consult discuss call met meet", "spoke talked"),
  act("run", "done", "run ran running rerun execut", "ran"),
  act("read", "done", "read studi research"),
];

function act(name: string, kind: ActKind, stems: string, irregular = ""): Act {
  return { name, kind, stems: stems.split(" "), irregular: irregular.split(" ").filter((word) => word !== "") };
}

const BY_IRREGULAR = new Map(ACTS.flatMap(({ irregular = [], ...rest }) => irregular.map((word) => [word, rest] as const)));
const BY_STEM = new Map(ACTS.flatMap((one) => one.stems.map((stem) => [stem, one] as const)));
const LONGEST = Math.max(...[...BY_STEM.keys()].map((stem) => stem.length));
const ENDING =
  /^(?:e|s|es|ed|ing|er|ers|ion|ions|ation|ations|ative|ment|ments|ison|isons|y|ies|ied|ying|ning|ned|ped|ping|ted|ting|ling|led|al|als|ings|ement|ements|sis|ses|eat|at|ate|ată|ați|ăm|em|im|are|ări|eam|ea|ut|ură|ation's|ments'|led|zed|sed|ze|se|zing|sing|zation|t|d|es'|i|ion's)?$/u;

/** The act that a word names, as a verb or a noun. */
export function actOf(word: string): { readonly name: string; readonly kind: ActKind } | undefined {
  const plain = word.toLowerCase();
  const irregular = BY_IRREGULAR.get(plain);
  if (irregular) return irregular;
  for (let length = Math.min(plain.length, LONGEST); length >= 3; length -= 1) {
    const found = BY_STEM.get(plain.slice(0, length));
    if (found && ENDING.test(plain.slice(length))) return found;
  }
  return undefined;
}
