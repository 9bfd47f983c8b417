/** A project that never was, as the commands of a pipeline would gather it: what `reviewText` tells of. */
interface Commit {
  readonly id: string;
  readonly author: string;
  readonly subject: string;
  readonly file: string;
  readonly added: number;
  readonly removed: number;
  readonly date: string;
}

const COMMITS = 240;

const words = (list: string) => list.trim().split(/\s*\n\s*/);
const AUTHORS = ["Ana Pop", "Dan Ionescu", "Greta Lindqvist", "Matei Oprea", "Ruth Feldman"];
const FOLDERS = ["src/harbour", "src/tides", "src/berths", "test/planner", "docs/pilots", "scripts"];
const FILES = ["gauge.ts", "clock.ts", "planner.ts", "ferry-table.ts", "README.md", "moorings.json", "alerts.sh"];
const DEEDS = ["Read", "Split", "Rename", "Remove", "Keep", "Move", "Check", "Cache"];
const THINGS = words(`
  tide table
  gauge
  berth planner
  ferry timetable
  mooring list
  pilot roster
  alert queue
  weather feed
  fuel ledger
  crane log
  customs form
  night watch
  harbour map
  radio transcript
  dredging plan
  ice report
  lamp room
  anchor chain
  buoy register
  cargo manifest
  tug rota
  lock schedule
  signal mast
  depth chart
`);
const KINDS =
  "northern southern outer inner old new second small wooden printed handwritten yearly daily borrowed missing spare green corrected".split(
    " ",
  );
const PLACES = "on the quay;in the office;beside the lock;under the crane;at the mole;behind the shed;on the bridge;in the log".split(";");
const TIMES = "before dawn;after the storm;in late winter;on most Sundays;during the strike;at low water;between two tides;by noon".split(
  ";",
);
const CARRIED = words(`
  The change touches @file and the @thing, and nothing else @place.
  @author wrote commit @id on @date for the @thing.
  It added @added lines to the @thing and took out @removed.
  The commit says "@subject", and that is all it does to the @thing.
  Of its @added new lines most belong to the @thing @place.
  The file @file lost @removed lines on @date, when the @thing was late.
`);
const PLAIN = words(`
  The @thing waits @place for the @thing until the ship has left the lock.
  A *late* ferry moves every later berth, so the @thing has to be read twice @time.
  Nobody @place looks at the @thing @time.
  When the wind turns, the @thing and the @thing no longer agree.
  That is why the @thing stands beside the @thing, e.g. @place.
  The **first** reader of the @thing is the pilot; the second is the clerk of the @thing.
  @time the @thing doesn't matter, since the @thing keeps both \`readings\`.
  A [@thing](https://harbour.example/notes/@number) lists what the @thing leaves out.
  Whoever opens the @thing in winter finds the ice report of the week before @place.
  There the @thing is a sheet of paper; here it is a row in the @thing.
  Ships of more than one owner share the @thing, which makes the @thing slow to change.
  The crew asked for a shorter @thing, and the office asked for a longer @thing.
  "Keep the @thing where the crane can see it", the foreman said to the clerk @place.
  Dr. Lind read the @thing at v2.4.1 and found no difference from the @thing.
  The @thing costs the port some time @time — less than the @thing does.
  What is written @place @time goes into the @thing (and _not_ into the @thing).
  Each @thing has a shelf @place; the @thing has none.
  It takes a clerk and a pilot to carry the @thing from the @thing, and @time it takes the whole crew.
`);
const CLAIMED = words(`
  We split the @thing into two parts and kept the @thing for a while.
  I noticed that the @thing was an hour off again @place.
  The @thing was tested on a ferry @time.
  About @number readings a day come from the @thing, or @share% of them all.
`);
/** What the rules on stock writing look for. */
const STOCK = words(`
  The @thing proved to be truly pivotal for the @thing.
  Let's dive into the @thing @place.
  It is not just a @thing, it is a @thing.
`);
const ROMANIAN = words(`
  Tabelul pentru @ro stă lângă fereastră, iar pilotul îl citește înainte de plecare, la pagina @number.
  Când bate vântul dinspre nord, dana pentru @ro rămâne goală până spre @ro.
  Paznicul de noapte scrie în caiet ora la care a trecut @ro pe lângă @ro.
  Știrile despre @ro ajung la @ro abia după ce se luminează.
`);
const RO = "remorcher;gheață;seară;ceață;pescari;marfă;vamă;ecluză;dig;maree;furtună;catarg;ancoră;cherestea;cărbune;grâne".split(";");
const GERMAN = words(`
  Der Lotse liest die Tafel für @de am Morgen, bevor das Schiff mit @de ablegt.
  Wenn der Wind dreht, bleibt der Liegeplatz für @de bis zum Abend leer, auch bei @de.
  Die Wache schreibt in ein Heft, wann der Schlepper mit @de an @de vorbeigefahren ist.
  Im Winter gilt die Karte vom 3. Oktober, z. B. für @de und für @de.
`);
const DE = "Kohle;Holz;Getreide;Fische;Eis;Zucker;Salz;Sand;Kupfer;Wolle;Papier;Glas;Tee;Leinen;Stahl;Erz;Torf;Kalk".split(";");

/** Numbers drawn by chance from a seed, the same each time (Park and Miller 1988). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

function pick<Item>(roll: (sides: number) => number, items: readonly Item[]): Item {
  const item = items[roll(items.length)];
  if (item === undefined) throw new RangeError("there is nothing to pick from");
  return item;
}

const commits: readonly Commit[] = madeCommits();

function madeCommits(): readonly Commit[] {
  const roll = dice(7);
  return Array.from({ length: COMMITS }, (_, index) => ({
    id: Array.from({ length: 40 }, () => roll(16).toString(16)).join(""),
    author: pick(roll, AUTHORS),
    subject: `${pick(roll, DEEDS)} the ${pick(roll, KINDS)} ${pick(roll, THINGS)} beside the ${pick(roll, KINDS)} ${pick(roll, THINGS)}`,
    file: `${pick(roll, FOLDERS)}/${pick(roll, FILES)}`,
    added: 1 + roll(400),
    removed: roll(120),
    date: `2026-${String(1 + (index % 12)).padStart(2, "0")}-${String(1 + roll(28)).padStart(2, "0")}`,
  }));
}

/** The facts that most of what `reviewText` says follows from. */
export function reviewFacts(): unknown {
  return {
    project: "Harbour",
    version: "2.4.1",
    commits,
    people: [...AUTHORS, "Dr. Lind"],
    cargo: DE,
    decisions: ["keep the old tide table for a while", "split the berth planner into two parts"],
    notes:
      "- noticed that the northern gauge is an hour off again\n- the ice report of the week before is what one finds in winter\n- the clerk writes down the readings",
  };
}

/**
 * Markdown of so many bytes as UTF-8, or a few less, the same each time; a longer text begins with the shorter one. It reads like the notes
 * of a project: mostly prose with links, code and emphasis, some lists, tables, quotations and fences, a little Romanian and German.
 * Most of what it says stands in the facts of `reviewFacts`.
 */
export function reviewText(bytes: number): string {
  const roll = dice(11);
  const blocks: string[] = ["# Notes from the harbour\n"];
  let length = Buffer.byteLength(blocks.join());
  for (let index = 1; ; index += 1) {
    const block = `\n${madeBlock(roll, index)}\n`;
    length += Buffer.byteLength(block);
    if (length > bytes) return blocks.join("");
    blocks.push(block);
  }
}

function madeBlock(roll: (sides: number) => number, index: number): string {
  const commit = pick(roll, commits);
  const filled = (name: string): string => {
    switch (name) {
      case "thing":
        return `${pick(roll, KINDS)} ${pick(roll, THINGS)}`;
      case "place":
        return pick(roll, PLACES);
      case "time":
        return pick(roll, TIMES);
      case "number":
        return String(2 + roll(9_000));
      case "share":
        return String(2 + roll(90));
      case "ro":
        return pick(roll, RO);
      case "de":
        return pick(roll, DE);
      case "id":
        return commit.id.slice(0, 10);
      case "author":
      case "subject":
      case "file":
      case "added":
      case "removed":
      case "date":
        return String(commit[name]);
      default:
        throw new RangeError(`nothing fills "@${name}"`);
    }
  };
  const say = (sentences: readonly string[]) => {
    const said = pick(roll, sentences).replace(/@(\w+)/g, (_, name: string) => filled(name));
    return said.charAt(0).toUpperCase() + said.slice(1);
  };
  const sentence = () => {
    const of = roll(20);
    if (of < 5) return say(CARRIED);
    if (of === 6 && roll(10) === 0) return say(STOCK);
    return say(of === 5 ? CLAIMED : PLAIN);
  };
  const paragraph = (count: number, from = sentence) => Array.from({ length: count }, from).join(" ");
  if (index % 8 === 0) return `## What ${commit.author} did to the ${pick(roll, THINGS)}, part ${index / 8}`;
  switch (roll(24)) {
    case 0:
      return Array.from({ length: 4 }, () => `- ${sentence()}`).join("\n");
    case 1:
      return `| file | added | removed |\n|---|---:|---:|\n${[0, 1, 2].map(() => rowOf(pick(roll, commits))).join("\n")}`;
    case 2:
      return `> ${commit.subject}.\n>\n> > ${pick(roll, commits).subject}`;
    case 3:
    case 4:
      return `\`\`\`ts\n${Array.from({ length: 8 }, (_, line) => `const ${pick(roll, ["tide", "berth", "gauge"])}${line} = read("${commit.file}", ${roll(500)});`).join("\n")}\n\`\`\``;
    case 5:
      return `1. ${sentence()}\n2. ${sentence()}\n   ${sentence()}\n3. ${sentence()}`;
    case 6:
      return paragraph(4, () => say(ROMANIAN));
    case 7:
      return paragraph(4, () => say(GERMAN));
    default:
      // Some lines are broken by hand, as people do who write in an editor.
      return roll(2) === 0 ? paragraph(3 + roll(4)) : Array.from({ length: 3 + roll(4) }, sentence).join("\n");
  }
}

function rowOf({ file, added, removed }: Commit): string {
  return `| \`${file}\` | ${added} | ${removed} |`;
}
