import type { Runs } from "../text/runs.js";
import { type Act, type ActKind, actOf, germanAct, plainLetters, romanianAct } from "./acts.js";
import { IS, MAY_BE_PRESENT } from "./word-classes.js";

/** That something was done, in one clause of a sentence. */
export interface Claim {
  readonly kind: ActKind;
  /** The act, where it is one that is known under several words. */
  readonly act: string | undefined;
  /** Its verb, in small letters. */
  readonly verb: string;
  /** Where the words begin by which the clause says it, and where they end, in the prose of the block. */
  readonly from: number;
  readonly to: number;
  /** The clause: what has to be carried. */
  readonly clauseFrom: number;
  readonly clauseTo: number;
  /** Says only when something else was: `before we settled on it`. */
  readonly isAside: boolean;
}

/** The runs of one sentence with their classes. */
export interface Words {
  readonly runs: Runs;
  readonly classes: Int32Array;
  readonly first: number;
  readonly end: number;
  readonly prose: string;
  /** Where the sentence ends in the prose. */
  readonly sentenceTo: number;
  /** Whether a word stands in the text in small letters, too: then its capital says nothing. */
  readonly isCommon: (lower: string) => boolean;
  /** Whether the word of a run stands with its capital inside a sentence, too. */
  readonly isName: (run: number) => boolean;
}

/** Who is said to have done it; a `doer` is anybody but the author. */
type Subject = "author" | "doer" | "work" | "thing";

interface Verb {
  readonly act: Act | undefined;
  readonly kind: ActKind;
  /** The runs of its words with their subject. */
  readonly from: number;
  readonly to: number;
}

/** Verbs of a first person that say what is thought or wished, or how things are: nothing that was done. */
const NO_DEED =
  /^(?:believed|thought|hoped|wanted|wished|liked|loved|needed|felt|knew|known|expected|planned|preferred|feared|meant|guessed|wondered|welcomed|thanked|assumed|depended|lived|stayed|seemed|understood|heard|agreed to disagree|aimed|intended|tended|enjoyed|owed|lost|stood|got|had|came|went)$/;
/** Deeds that count in the passive too; "was added" and "was changed" are how a text tells what the facts count. */
const PASSIVE_DEEDS: ReadonlySet<string> = new Set(["fix", "speed", "talk", "run", "replace", "restore", "restart", "get", "write"]);
const SHOWING =
  /^(?:showed|shown|revealed|confirmed|suggested|indicated|proved|proven|demonstrated|pointed|uncovered|found|identified|exposed|turned|ruled|doubled|halved|tripled|established|detected|disclosed|surfaced|brought|convinced|led|saved|put|placed|ranked|yielded|bore|supported|backed|narrowed)$/;
/** What whatever it was shows, somebody looked at. */
const SHOWN_BY_ANYTHING = /^(?:revealed|confirmed|uncovered|exposed|demonstrated)$/;
const STRICT_WORK =
  /^(?:tests|benchmarks|measurements|experiments|counts|comparisons|trials|interviews|analyses|surveys|simulations|inspections|samples)$/;
const PERSONAL: ReadonlySet<string> = new Set([
  "see",
  "show",
  "search",
  "decide",
  "propose",
  "test",
  "compare",
  "measure",
  "try",
  "talk",
  "get",
  "write",
]);
const ROMANIAN_NO_DEED = /^(?:avut|fost|putut|vrut|crezut|stiut|sperat|dorit|primit|inceput|venit|plecat|ajuns|stat|trait|inteles)$/;
const MOST_BACK = 12;
const COULD_NOT = /^(?:tell|see|find|reproduce|detect|measure|observe|identify|spot|confirm|distinguish|establish|trace)$/;
const IDIOM = /^(?:their|his|her|its|our|your|my|a|the) (?:way|feet|place|home|voice)\b|^themselves\b|^(?:itself|up to|to be)\b/;

/** What the clauses of a sentence say that was done, seen, measured or decided, by their verbs. */
export function claimsIn(words: Words): readonly Claim[] {
  return new Sentence(words).claims();
}

class Sentence {
  readonly #words: Words;
  /** Who did what the verbs before did: a second verb after `and` has the same subject. */
  #active: Subject | undefined;
  readonly #verbs: Verb[] = [];

  constructor(words: Words) {
    this.#words = words;
  }

  claims(): readonly Claim[] {
    const { first, end } = this.#words;
    let [unreal, denied] = [false, false];
    for (let at = first; at < end; at += 1) {
      const is = this.#is(at);
      if (at > first && !this.#isBeside(at) && /[,;:—–(]/.test(this.#gap(at))) {
        unreal = false;
        denied = false;
      }
      if (is === 0) continue;
      this.#follow(at, is);
      const verb = unreal ? undefined : this.#verbAt(at, is);
      if (verb && !(denied && !this.#isCouldNot(at))) this.#verbs.push(verb);
      if ((is & IS.unreal) !== 0 && !this.#isCouldNot(at)) unreal = true;
      if ((is & IS.wishes) !== 0 && this.#lower(at + 1) === "to") unreal = true;
      if ((is & IS.denies) !== 0) denied = true;
    }
    return this.#verbs.map((verb, index) => this.#claim(verb, this.#verbs[index - 1], this.#verbs[index + 1]));
  }

  #verbAt(at: number, is: number): Verb | undefined {
    if ((is & IS.could) !== 0) return this.#couldNot(at);
    if ((is & IS.suspicion) !== 0) return this.#suspicion(at);
    if ((is & IS.past) !== 0) return this.#english(at, is);
    if ((is & IS.work) !== 0) return this.#ownWork(at);
    if ((is & IS.shows) !== 0) return this.#shows(at);
    if ((is & IS.romanianAux) !== 0) return this.#romanian(at);
    if ((is & (IS.germanHave | IS.germanWas)) !== 0) return this.#germanPerfect(at, is);
    if ((is & IS.surfaces) !== 0 && this.#lower(at).startsWith("stellte")) return this.#germanFest(at);
    if ((is & IS.german) !== 0) return this.#germanPast(at);
    return undefined;
  }

  #english(at: number, is: number): Verb | undefined {
    const word = this.#lower(at);
    const known = (is & IS.act) !== 0 ? actOf(word) : undefined;
    let back = at - 1;
    let [isOver, isPassive, isPresent] = [false, false, false];
    while (back >= this.#words.first && !this.#isApart(back + 1)) {
      const before = this.#is(back);
      if ((before & IS.was) !== 0) isPassive = true;
      else if ((before & IS.present) !== 0) isPresent = true;
      else if ((before & IS.have) !== 0) isOver = true;
      else if ((before & IS.adverb) === 0 || (before & IS.joins) !== 0) break;
      back -= 1;
    }
    if (isPassive || isPresent) return this.#passive(at, back + 1, known, isPresent && !isPassive);
    const subject = this.#subjectAt(back, known);
    if (word === "set" && this.#lower(at + 1) === "aside" && subject === "doer") return this.#made(actOf("allocated"), back, at + 1);
    if (!isOver && MAY_BE_PRESENT.has(word) && subject !== "author" && !(word === "put" && this.#workBefore(at) !== undefined))
      return undefined;
    if (word === "dawned" && this.#lower(at + 1) === "on") return { act: actOf("found"), kind: "seen", from: back + 1, to: at };
    if (/^(?:turned|came|cropped)$/.test(word) && this.#isTurnedUp(at))
      return this.#made(known?.name === "see" ? known : actOf("found"), back, at);
    if (subject === "author") {
      if (/^(?:nothing|none)$/.test(this.#lower(at + 1))) return undefined;
      if (NO_DEED.test(word) && !(word === "went" && known)) return undefined;
      if (known === undefined && this.#is(at) === 0) return undefined;
      return this.#made(known, back, at);
    }
    if (subject === "doer")
      return known === undefined || this.#isIdiom(at) || word === "went" || word === "took" ? undefined : this.#made(known, back, at);
    if ((this.#is(back) & IS.joins) === 0 && SHOWING.test(word)) {
      const work = this.#workBefore(at);
      if (work !== undefined) return this.#shown(work, at);
      if (SHOWN_BY_ANYTHING.test(word) && back >= this.#words.first && !this.#isApart(back + 1) && this.#is(back) === 0)
        return this.#made(known, back, at);
    }
    return undefined;
  }

  /** What work showed: the act that has to be carried is the work, which the facts may call by another word. */
  #shown(noun: number, at: number): Verb {
    return { act: actOf(this.#lower(noun)), kind: "measured", from: this.#nounFrom(noun), to: at };
  }

  #passive(at: number, from: number, known: Act | undefined, isPresent: boolean): Verb | undefined {
    if (known === undefined) return undefined;
    if (known.name === "show") return undefined;
    if (known.kind === "done" && !PASSIVE_DEEDS.has(known.name)) return undefined;
    if (isPresent && !(known.name === "fix" && /^(?:now|already|as|too|since)$/.test(this.#lower(at + 1)))) return undefined;
    return this.#made(known, from, at);
  }

  /** The subject whose last word stands at `back`. */
  #subjectAt(back: number, act: Act | undefined): Subject {
    const { first } = this.#words;
    if (back < first) return "thing";
    const is = this.#is(back);
    if (this.#isApart(back + 1)) {
      // `The treasurer, Dagmar Voss, reported`; `her co-author, repeated`.
      const gap = this.#gap(back + 1);
      if ((is & (IS.name | IS.role)) !== 0 && gap.trim() === "," && this.#commaBefore(back)) return "doer";
      return "thing";
    }
    if ((is & IS.joins) !== 0) return this.#active ?? "thing";
    if ((is & IS.first) !== 0) return "author";
    // What `what they wrote` tells of is known from elsewhere.
    if ((is & IS.person) !== 0) return /^(?:what|how|as|than)$/.test(this.#lower(back - 1)) ? "thing" : "doer";
    if ((is & IS.role) !== 0) return "doer";
    if ((is & IS.name) !== 0 && !this.#isBehindPreposition(back)) {
      if (back > first || this.#gap(back).includes(".")) return "doer";
      const word = this.#lower(back);
      if (this.#words.isName(back)) return "doer";
      if (act !== undefined && PERSONAL.has(act.name) && !/(?:s|ing|ion|ment)$/.test(word) && !this.#words.isCommon(word)) return "doer";
    }
    if ((is & IS.agent) !== 0 && act !== undefined && PERSONAL.has(act.name)) return "doer";
    return this.#roleBefore(back) ? "doer" : "thing";
  }

  /** `The committee of the club`, `a group at Graz`. */
  #roleBefore(back: number): boolean {
    const { first } = this.#words;
    for (let at = back; at >= Math.max(first, back - 5) && !this.#isApart(at + 1); at -= 1) {
      if ((this.#is(at) & (IS.past | IS.opens | IS.joins | IS.have | IS.was)) !== 0) return false;
      if ((this.#is(at) & (IS.role | IS.agent)) !== 0) return (this.#is(at + 1) & IS.preposition) !== 0;
    }
    return false;
  }

  #workBefore(at: number): number | undefined {
    const { first } = this.#words;
    for (let back = at - 1; back >= Math.max(first, at - MOST_BACK) && !this.#isApart(back + 1); back -= 1) {
      const is = this.#is(back);
      if ((is & IS.work) !== 0) return back;
      if ((is & (IS.opens | IS.first)) !== 0 && (is & IS.preposition) === 0) return undefined;
    }
    return undefined;
  }

  /** `Counts at the bridge confirm`: many of them, now. */
  #shows(at: number): Verb | undefined {
    const work = this.#workBefore(at);
    return work !== undefined && STRICT_WORK.test(this.#lower(work)) && work > this.#words.first - 1 && !this.#isOf(work)
      ? this.#shown(work, at)
      : undefined;
  }

  #isOf(at: number): boolean {
    return at > this.#words.first && (this.#is(at - 1) & (IS.preposition | IS.unreal)) !== 0;
  }

  /** The first word of what belongs to a noun: `soil samples`, `an inspection`. */
  #nounFrom(noun: number): number {
    let from = noun;
    while (
      from > this.#words.first &&
      !this.#isApart(from) &&
      noun - from < 3 &&
      (this.#is(from - 1) & ~(IS.name | IS.adverb | IS.own | IS.work)) === 0
    )
      from -= 1;
    return from;
  }

  /** `In our tests`, `bei unseren Messungen`. */
  #ownWork(at: number): Verb | undefined {
    const { first } = this.#words;
    for (let back = at - 1; back >= Math.max(first, at - 3) && !this.#isApart(back + 1); back -= 1) {
      if ((this.#is(back) & IS.own) === 0) continue;
      if (back === first || (this.#is(back - 1) & IS.preposition) === 0) {
        if (!/^(?:in|bei|după|laut)$/.test(back === first ? "" : this.#lower(back - 1))) return undefined;
      }
      return { act: actOf(this.#lower(at)), kind: "measured", from: back - 1, to: at };
    }
    if (/^(?:noastre|noastră|mele)$/.test(this.#lower(at + 1)) && at > first && /^(?:în|din|după)$/.test(this.#lower(at - 1))) {
      return { act: actOf(this.#lower(at)), kind: "measured", from: at - 1, to: at + 1 };
    }
    return undefined;
  }

  /** `My first suspect was`. */
  #suspicion(at: number): Verb | undefined {
    const isOwn = [1, 2, 3].some((back) => at - back >= this.#words.first && (this.#is(at - back) & IS.own) !== 0);
    if (!isOwn || !/^(?:was|were|fell|had|proved|turned|s|is)$/.test(this.#lower(at + 1))) return undefined;
    return { act: actOf("suspect"), kind: "seen", from: this.#nounFrom(at), to: at + 1 };
  }

  #isCouldNot(at: number): boolean {
    return (this.#is(at) & IS.could) !== 0 && this.#couldNot(at) !== undefined;
  }

  #couldNot(at: number): Verb | undefined {
    const isShort = this.#lower(at) === "couldn";
    if (!isShort && this.#lower(at + 1) !== "not") return undefined;
    if (!COULD_NOT.test(this.#lower(at + 2))) return undefined;
    const subject = this.#subjectAt(at - 1, undefined);
    if (subject !== "author") return undefined;
    return this.#made(actOf("found"), at - 1, at + 2);
  }

  #isTurnedUp(at: number): boolean {
    const next = this.#lower(at + 1);
    const word = this.#lower(at);
    if (word === "came")
      return next === "across" ? this.#subjectAt(at - 1, actOf("found")) !== "thing" : next === "to" && this.#lower(at + 2) === "light";
    return next === "up";
  }

  #isIdiom(at: number): boolean {
    const { runs, prose } = this.#words;
    if (this.#lower(at) !== "found") return false;
    return IDIOM.test(prose.slice(runs.from[at + 1] ?? 0, (runs.from[at + 1] ?? 0) + 20).toLowerCase());
  }

  #romanian(at: number): Verb | undefined {
    const { first, end } = this.#words;
    const aux = this.#lower(at);
    const isImpersonal = at > first && this.#lower(at - 1) === "s" && this.#gap(at).includes("-");
    const before = at - (isImpersonal ? 2 : 1);
    if (before >= first && /^(?:n|nu)$/.test(this.#lower(before))) return undefined;
    for (let next = at + 1; next < Math.min(end, at + 4) && !this.#isApart(next); next += 1) {
      const word = plainLetters(this.#lower(next));
      if (/^(?:si|mai|apoi|intai|tot|fost|ne|l|o|le)$/.test(word)) continue;
      const act = (this.#is(next) & IS.romanian) === 0 ? undefined : romanianAct(word);
      const isParticiple = /(?:[aiu]t|[aiu]ta|[aiu]te|[aiu]ti|es|ese|esi|us|usa|use|usi|is|isa|ise|isi|ers|erse|os|oase)$/.test(word);
      if (!isParticiple || (act === undefined && (aux !== "am" || !/(?:[aiu]t)$/.test(word) || ROMANIAN_NO_DEED.test(word))))
        return undefined;
      const verb = { act, kind: act?.kind ?? "done", to: next };
      if (plainLetters(this.#lower(at + 1)) === "fost") {
        return act === undefined || (act.kind === "done" && !PASSIVE_DEEDS.has(act.name)) ? undefined : { ...verb, from: at };
      }
      if (aux === "am") return { ...verb, from: at };
      if (isImpersonal) return { ...verb, from: at - 1 };
      const subject = this.#romanianSubject(at - 1);
      return subject === undefined
        ? undefined
        : { ...verb, kind: (this.#is(subject) & IS.work) === 0 ? verb.kind : "measured", from: subject };
    }
    return undefined;
  }

  /** `Conducerea a decis`, `testele de umiditate au arătat`. */
  #romanianSubject(last: number): number | undefined {
    for (let at = last; at >= Math.max(this.#words.first, last - 4) && !this.#isApart(at + 1); at -= 1) {
      const is = this.#is(at);
      if ((is & (IS.role | IS.work)) !== 0) return at;
      if (at === last && (is & IS.name) !== 0 && at > this.#words.first) return at;
    }
    return undefined;
  }

  /** The participle stands at the end of its clause: `wir haben uns bewusst gegen eine Karte entschieden`. */
  #germanPerfect(at: number, is: number): Verb | undefined {
    const { first, end } = this.#words;
    const isPassive = (is & IS.germanWas) !== 0;
    const near = (offset: number) => (at + offset >= first && at + offset < end ? this.#is(at + offset) : 0);
    const subject = near(-1) | near(1);
    if (!isPassive && (subject & (IS.first | IS.role)) === 0 && !((near(-1) & IS.name) !== 0 && (near(-2) & IS.name) !== 0))
      return undefined;
    for (let next = at + 1; next < Math.min(end, at + 20); next += 1) {
      if (this.#isApart(next) && next > at + 1) return undefined;
      const word = this.#is(next);
      if ((word & (IS.denies | IS.joins)) !== 0 && (word & IS.denies) !== 0) return undefined;
      if ((word & IS.german) === 0) continue;
      const act = germanAct(plainLetters(this.#lower(next)));
      if (act === undefined || !/^ge|ge.|^(?:be|ver|ent|er|zer|über|unter)|iert$/.test(this.#lower(next))) continue;
      if (isPassive && act.kind === "done" && !PASSIVE_DEEDS.has(act.name)) return undefined;
      return { act, kind: act.kind, from: (near(-1) & (IS.first | IS.role)) !== 0 ? at - 1 : at, to: next };
    }
    return undefined;
  }

  #germanPast(at: number): Verb | undefined {
    const { first, end } = this.#words;
    const act = germanAct(plainLetters(this.#lower(at)));
    if (act === undefined || !/(?:te|ten|ab|aben|and|anden|ied|ieden|oss|ossen|aß|aßen|ich|ach|achen|ob)$/.test(this.#lower(at)))
      return undefined;
    const subject =
      (at > first && !this.#isApart(at) ? this.#is(at - 1) : 0) | (at + 1 < end && !this.#isApart(at + 1) ? this.#is(at + 1) : 0);
    if ((subject & (IS.first | IS.role)) !== 0)
      return { act, kind: act.kind, from: at > first && (this.#is(at - 1) & (IS.first | IS.role)) !== 0 ? at - 1 : at, to: at };
    if (act.name === "show") {
      const work = this.#workBefore(at);
      if (work !== undefined) return this.#shown(work, at);
    }
    return undefined;
  }

  /** `Dabei stellten wir fest`: a verb in two parts. */
  #germanFest(at: number): Verb | undefined {
    const isOurs = [at - 1, at + 1].some((near) => near >= this.#words.first && (this.#is(near) & (IS.first | IS.role)) !== 0);
    if (!isOurs) return undefined;
    for (let next = at + 1; next < at + 10; next += 1)
      if (this.#lower(next) === "fest") return { act: actOf("found"), kind: "seen", from: at, to: next };
    return undefined;
  }

  #made(act: Act | undefined, from: number, to: number): Verb {
    const start = Math.max(this.#words.first, from);
    const isFirstOfPair =
      (this.#is(start) & IS.name) !== 0 && start > this.#words.first && !this.#isApart(start) && (this.#is(start - 1) & IS.name) !== 0;
    if (isFirstOfPair) return { act, kind: act?.kind ?? "done", from: start - 1, to };
    const isJoined = (this.#is(start) & IS.joins) !== 0 && (this.#is(start) & IS.first) === 0;
    return { act, kind: act?.kind ?? "done", from: isJoined && start < to ? start + 1 : start, to };
  }

  #follow(at: number, is: number): void {
    const { first } = this.#words;
    if ((is & IS.first) !== 0) this.#active = "author";
    else if ((is & (IS.person | IS.role)) !== 0 && !this.#isBehindPreposition(at)) this.#active = "doer";
    else if (
      (is & IS.name) !== 0 &&
      (at > first || (this.#is(at + 1) & IS.past) !== 0) &&
      this.#active === undefined &&
      !this.#isBehindPreposition(at)
    )
      this.#active = "doer";
  }

  #claim(verb: Verb, before: Verb | undefined, after: Verb | undefined): Claim {
    const { runs, first, end, prose, sentenceTo } = this.#words;
    let start = verb.from;
    const least = before === undefined ? first : before.to + 1;
    while (start > least && !this.#isBoundary(start)) start -= 1;
    const opener = this.#is(Math.max(first, verb.from - 1)) | this.#is(start);
    // `weaknesses, which are fixed`: what it is that was.
    if (start > first && (this.#is(start) & IS.opens) !== 0 && start <= verb.from) start = Math.max(first, start - 3);
    const most = after === undefined ? end : after.from;
    let stop = verb.to + 1;
    // `Marta Koval, who wrote the plan, went to bed`.
    const isInserted = this.#lower(verb.to - 1) === "who" || this.#lower(verb.from) === "who";
    while (stop < most && !this.#isEnd(stop, verb) && !(isInserted && this.#gap(stop).includes(","))) stop += 1;
    const isWhole = stop >= end;
    const clauseTo = isWhole ? sentenceTo : (runs.from[stop] ?? sentenceTo);
    return {
      kind: verb.kind,
      act: verb.act?.name,
      verb: this.#lower(verb.to),
      from: runs.from[verb.from] ?? 0,
      to: runs.to[verb.to] ?? prose.length,
      clauseFrom: runs.from[start] ?? 0,
      clauseTo,
      isAside: (opener & IS.aside) !== 0 && (this.#is(verb.from) & IS.work) === 0,
    };
  }

  /** Whether a clause may begin at a word. */
  #isBoundary(at: number): boolean {
    if (!this.#isBeside(at) && /[,;:—–()]/.test(this.#gap(at))) return true;
    return (this.#is(at) & IS.opens) !== 0;
  }

  #isEnd(at: number, verb: Verb): boolean {
    const is = this.#is(at);
    const gap = this.#isBeside(at) ? " " : this.#gap(at);
    if (/[;—–()]/.test(gap)) return true;
    if (gap.includes(":")) return verb.kind !== "decided";
    if (gap.includes(",")) return (is & (IS.joins | IS.opens | IS.first | IS.person)) !== 0;
    // `tested it before we went on`; but `found that`, `because` belong to it no more than what follows a comma.
    return (is & IS.aside) !== 0 && at + 1 < this.#words.end && (this.#is(at + 1) & (IS.first | IS.person)) !== 0;
  }

  #commaBefore(back: number): boolean {
    for (let at = back; at > Math.max(this.#words.first, back - 4); at -= 1) if (this.#gap(at).includes(",")) return true;
    return false;
  }

  #isBehindPreposition(at: number): boolean {
    const { first } = this.#words;
    for (let back = at - 1; back >= first && !this.#isApart(back + 1); back -= 1) {
      const is = this.#is(back);
      if ((is & IS.preposition) !== 0 && (is & IS.aside) === 0) return true;
      if ((is & IS.name) === 0) return false;
    }
    return false;
  }

  /** Whether one space stands between a word and the one before it, as it nearly always does. */
  #isBeside(at: number): boolean {
    const { runs, prose, first } = this.#words;
    if (at <= first) return true;
    const before = runs.to[at - 1] ?? 0;
    return before + 1 === runs.from[at] && prose.charCodeAt(before) === 32;
  }

  #isApart(at: number): boolean {
    return !this.#isBeside(at) && /[,;:—–()"“”„«»?!]/.test(this.#gap(at));
  }

  /** What stands between a word and the one before it. */
  #gap(at: number): string {
    const { runs, prose, first } = this.#words;
    return at <= first ? "" : prose.slice(runs.to[at - 1] ?? 0, runs.from[at] ?? 0);
  }

  #is(at: number): number {
    const { runs, classes, end } = this.#words;
    return at >= end ? 0 : (classes[runs.ids[at] ?? 0] ?? 0);
  }

  #lower(at: number): string {
    const { runs, first, end } = this.#words;
    return at < first || at >= end ? "" : (runs.forms[runs.ids[at] ?? 0] ?? "").toLowerCase();
  }
}
