/** Prints how well the embedded classifier alone sorts the labelled mails: `npm run triage:score`. */
import { labelledMails, scoreOf, type TriageScore } from "../test/pipelines/labelled-mails.js";

const mails = await labelledMails();
const whole = mails.filter(({ label, read }) => label.class === read.class).length;

console.log(`${mails.length} mails, ${mails.filter(({ label }) => label.hostile).length} of them hostile\n`);
console.log("| what sorts | right | of | share |\n|---|---:|---:|---:|");
console.log(line("rules first, then the embedded classifier", { right: whole, of: mails.length, wrong: [] }));
const alone = scoreOf(mails);
console.log(line("the embedded classifier alone, mails by people", alone));
console.log(
  line(
    "of these, what the rules leave open",
    scoreOf(mails, ({ read }) => read.isLeftOpen),
  ),
);
if (alone.wrong.length > 0) console.log(`\nwrong alone:\n${alone.wrong.map((one) => `  ${one}`).join("\n")}`);

function line(name: string, { right, of }: TriageScore): string {
  return `| ${name} | ${right} | ${of} | ${(right / of).toFixed(3)} |`;
}
