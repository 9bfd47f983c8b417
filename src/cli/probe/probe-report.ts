import type { ProbeResult } from "../../probe/index.js";
import type { Colours } from "../colours.js";
import { columns } from "../columns.js";

/** A probe's result as a person reads it. */
export function probeReport(result: ProbeResult, { colours, file }: { readonly colours: Colours; readonly file: string }): string {
  const { served, calls, kinds, over, chains, faults, leftOut, passed, min } = result;
  const server = [served.software, served.version].filter(Boolean).join(" ");
  const about = [served.name, served.quantisation, server].filter(Boolean).join(", ");
  const row = (name: string, rate: ProbeResult["calls"]) => [
    name,
    `${rate.right} of ${rate.of}`,
    rate.rate.toFixed(3),
    `${rate.low.toFixed(2)} to ${rate.high.toFixed(2)}`,
  ];
  const table = columns(
    [["kind", "right", "rate", "95 % interval"], ...kinds.map((kind) => row(kind.kind, kind)), row("all", calls)],
    "  ",
  );
  const chances = over.map(
    ({ steps, chance, low, high }) => `${chance.toFixed(2)} over ${steps} (${low.toFixed(2)} to ${high.toFixed(2)})`,
  );
  const followed = chains.of === 0 ? "" : `measured: ${chains.right} of ${chains.of} chains of ${chains.steps} calls came to their end\n`;
  const wrong = faults.map(({ fault, count, example }) => [String(count), fault, example]);
  const verdict = passed ? colours.green("passed") : colours.red("failed");
  return [
    `${result.model} (${about})\n\n`,
    table,
    `\nchance that all calls of a chain are right: ${chances.join(", ")}\n`,
    followed,
    wrong.length === 0 ? "" : `\nwhat went wrong, with the first of each:\n${columns(wrong, "  ")}`,
    leftOut.length === 0
      ? ""
      : `\nnot tried, since no arguments can be made up:\n${columns(
          leftOut.map(({ tool, why }) => [tool, why]),
          "  ",
        )}`,
    `\n${verdict}: ${calls.rate.toFixed(3)} of the calls were right, expected ${min}\nkept in ${file}, where routes look for it\n`,
  ].join("");
}
