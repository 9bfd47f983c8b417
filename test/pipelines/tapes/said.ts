/** What a model says to the pipelines that have a tape, written by hand: the right, and what models say besides. */

const section = (head: string, quote: string, why: string) => `## ${head}\n\n\`\`\`\n${quote}\n\`\`\`\n\n${why}\n`;

/** Of each file of `fixtures/self-review`: four defects that are there, and findings that are none. */
const REVIEWED: Readonly<Record<string, string>> = {
  "src/cart.ts": [
    section(
      "error src/cart.ts:14 the last item is not counted",
      "for (let index = 0; index < items.length - 1; index += 1) {",
      "The loop ends one item early, so the last item costs nothing.",
    ),
    section("error src/cart.ts:13 the sum overflows", "let total: bigint = 0n;", "It overflows."),
    section("error src/basket.ts:3 the basket is global", "export const basket = [];", "Everybody shares it."),
  ].join("\n"),
  "src/orders.ts": [
    section("error src/orders.ts:9 a failed write is hidden", "} catch {}", "The order is lost and nobody is told."),
    section(
      "warning src/orders.ts:17 the writes are not waited for",
      "carts.forEach(async (items) => {",
      "The total is given back before any callback has added to it.",
    ),
    section("warning src/orders.ts:7 the file grows without a bound", "await appendFile(file,", "It is never cut."),
  ].join("\n"),
  "src/prices.ts": "Let me look at the prices first. I will now read the file.",
  "src/session.ts": [
    section(
      "error src/session.ts:7 the comparison can be timed",
      "// The token is compared in constant time, so that nobody can guess it letter by letter.",
      "Nothing protects the token.",
    ),
    section(
      "warning src/session.ts:11 a session that has run out is valid",
      "return session.endsAt >= now;",
      "At its last millisecond it has ended.",
    ),
  ].join("\n"),
};

const CRITICISED = "1 holds: it is there\n2 holds: it is there\n3 refuted: nothing in the code says that it has to be cut";

/** The reviewer's answer to one window, and the critic's to its findings. */
export function reviewerSays(prompt: string): string {
  const file = /^Lines \d+ to \d+ of (.*):$/m.exec(prompt)?.[1];
  if (file !== undefined) return REVIEWED[file] ?? "No defects.";
  return prompt.includes("src/orders.ts") ? CRITICISED : "1 holds: it is there";
}

/** The cause of what `fixtures/incident` holds the logs of. */
export const CAUSE = `## Cause

1. The old worker 1473 was told to end, and waited for open requests. [E3, E4]
2. The new worker 1485 could not listen, since the address 127.0.0.1:18477 was in use. [E7]
3. After restart 2 of 2 the deploy was given up. [E16, E19]

## Proposed

1. Start the new worker when the old one has ended.

## Verification

1. The probe answers 200 after a deploy.
`;

/** A story that no line carries, then a worker that no log names, then the cause. */
const CAUSES = [
  `## Cause

1. The disk of the machine was full. [E999]
2. It had been so for days.

## Proposed

## Verification
`,
  CAUSE.replace("1485 could", "9999 could"),
  CAUSE,
];

/** The n-th answer, from 0, to somebody who asks for the cause. */
export function investigatorSays(time: number): string {
  return CAUSES[Math.min(time, CAUSES.length - 1)] ?? "";
}

const ANSWERS = [
  `The viaduct at Vârfuri is 412 metres long.

It cost two million in gold. [survey §2 @43 "cost two million in gold"]`,
  `The sources disagree on its length. The survey of 1931 measured it between its abutments. [survey §2 @192 "412 metres long between its abutments"] The Gazette gave it six metres more. [gazette §1 @279 "418 metres long"]

The first train crossed it on 4 June 1912, and a plate on the first pillar names the same year. [gazette §1 @98 "on Tuesday, 4 June 1912"] [visit §2 @297 "it was opened in 1912"]

The sources do not say what it cost.`,
];

/** The n-th answer, from 0, about the viaduct of `fixtures/dossier`: claims without a citation and with an invented one, then the cited ones. */
export function writerSays(time: number): string {
  return ANSWERS[Math.min(time, ANSWERS.length - 1)] ?? "";
}
