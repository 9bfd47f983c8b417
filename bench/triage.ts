import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder, type Measure, median } from "./measure.js";

const MANY = join(import.meta.dirname, "../fixtures/mail/many");
const ONCE = fileURLToPath(new URL("triage-once.ts", import.meta.url));
const FEW_MAILS = 500;
const MANY_MAILS = 1_000;
const TIMES = 3;

/** E-mail triage with the embedded model over an mbox of 1,000 mails against 500: the time, and the most memory, each in a process of its own. */
export const triage: Measure = () =>
  inFolder(async (folder) => {
    const few: Cost[] = [];
    const many: Cost[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      few.push(costOf(folder, FEW_MAILS, time));
      many.push(costOf(folder, MANY_MAILS, time));
    }
    const ratio = (of: (cost: Cost) => number) => median(many.map((cost, nth) => of(cost) / of(few[nth] ?? cost)));
    const middle = (costs: readonly Cost[], of: (cost: Cost) => number) => median(costs.map(of));
    const seconds = ({ ms }: Cost) => ms / 1_000;
    const megabytes = ({ rssBytes }: Cost) => rssBytes / 1e6;
    return [
      {
        what: "triage of 1,000 mails against 500, time",
        ratio: ratio(seconds),
        most: 2.3,
        detail: `${middle(many, seconds).toFixed(1)} s, ${middle(few, seconds).toFixed(1)} s; ${many[0]?.asked ?? 0} wait for a person`,
      },
      {
        what: "triage of 1,000 mails against 500, most memory",
        ratio: ratio(megabytes),
        most: 1.25,
        detail: `${middle(many, megabytes).toFixed(0)} MB, ${middle(few, megabytes).toFixed(0)} MB`,
      },
    ];
  });

interface Cost {
  readonly ms: number;
  readonly rssBytes: number;
  readonly asked: number;
}

function costOf(folder: string, mails: number, time: number): Cost {
  const mailbox = join(folder, `${mails}.mbox`);
  writeFileSync(mailbox, mboxOf(mails));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", ONCE, join(folder, `runs-${mails}-${time}`), mailbox],
    {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The labelled mails again and again, each with a Message-ID and a sender of its own. */
function mboxOf(count: number): Buffer {
  const files = readdirSync(MANY).filter((name) => name.endsWith(".eml"));
  const sources = files.map((name) => readFileSync(join(MANY, name), "latin1").replaceAll(/\r\n/g, "\n"));
  const parts = Array.from({ length: count }, (_, nth) => {
    const source = sources[nth % sources.length] ?? "";
    const mail = source
      .replace(/^Message-ID: .*$/im, `Message-ID: <mail-${nth}@bench.example>`)
      .replace(/^(From: .*?)@/im, `$1.${nth}@`)
      .replaceAll(/^(>*From )/gm, ">$1");
    return `From x@bench.example Wed Mar 18 09:00:00 2026\n${mail.trimEnd()}\n\n`;
  });
  return Buffer.from(parts.join(""), "latin1");
}
