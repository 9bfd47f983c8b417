import { duration } from "../duration.js";
import type { ModelScore } from "./average.js";
import { shortNumber } from "./short-number.js";

interface PageFacts {
  readonly pipeline: string;
  readonly at: Date;
  readonly runs: number;
}

const WIDTH = 640;
const LABEL = 190;
const ROW = 26;

interface Chart {
  readonly title: string;
  /** What a longer bar means, in words. */
  readonly note: string;
  readonly bars: readonly { readonly label: string; readonly value: number; readonly said: string; readonly second?: number }[];
}

/** The scorecard as one HTML file that needs nothing else: a table, and a chart for each thing that is worth comparing by eye. */
export function scorePage(scores: readonly ModelScore[], { pipeline, at, runs }: PageFacts): string {
  const charts: readonly Chart[] = [
    { title: "Time", note: "shorter is better", bars: scores.map((one) => ({ label: one.model, value: one.ms, said: duration(one.ms) })) },
    {
      title: "Findings, first version and last",
      note: "shorter is better; the pale bar is the first version",
      bars: scores.map((one) => ({
        label: one.model,
        value: one.after,
        second: one.before,
        said: `${shortNumber(one.before)} → ${shortNumber(one.after)}`,
      })),
    },
    {
      title: "Ungrounded claims that stayed",
      note: "shorter is better",
      bars: scores.map((one) => ({ label: one.model, value: one.ungrounded, said: shortNumber(one.ungrounded) })),
    },
    {
      title: "Tokens a second",
      note: "longer is better",
      bars: scores.flatMap((one) =>
        one.tokensPerSecond === undefined ? [] : [{ label: one.model, value: one.tokensPerSecond, said: shortNumber(one.tokensPerSecond) }],
      ),
    },
    {
      title: "Cost of a run",
      note: "shorter is better",
      bars: scores.flatMap((one) => (one.usd === undefined ? [] : [{ label: one.model, value: one.usd, said: `$${one.usd.toFixed(4)}` }])),
    },
  ];
  const head = ["model", "done", "time", "tokens/s", "attempts", "findings", "ungrounded", "tool failures", "cost"];
  const rows = scores.map((one) => [
    one.model,
    `${one.good} of ${one.runs}`,
    duration(one.ms),
    one.tokensPerSecond === undefined ? "?" : shortNumber(one.tokensPerSecond),
    shortNumber(one.attempts),
    `${shortNumber(one.before)} → ${shortNumber(one.after)}`,
    shortNumber(one.ungrounded),
    shortNumber(one.toolFailures),
    one.usd === undefined ? "?" : `$${one.usd.toFixed(4)}`,
  ]);
  const cells = (tag: string, row: readonly string[]) => `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Models on ${escaped(pipeline)}</title>
<style>
  :root { color-scheme: light dark; --bar: #2f6f9f; --pale: #a9c6db; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
  th, td { text-align: left; padding: .3rem .8rem; border-bottom: 1px solid #8884; white-space: nowrap; }
  figure { margin: 2rem 0; }
  figcaption { font-weight: 600; }
  figcaption small { font-weight: 400; opacity: .7; }
  svg { width: 100%; max-width: ${WIDTH}px; height: auto; }
  svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
  .bar { fill: var(--bar); } .pale { fill: var(--pale); }
</style>
</head>
<body>
<h1>Models on ${escaped(pipeline)}</h1>
<p>${at.toISOString().slice(0, 16).replace("T", " ")} UTC, ${runs} ${runs === 1 ? "run" : "runs"} of each model on the same facts; nothing was done outside.</p>
<table>
${cells("th", head)}
${rows.map((row) => cells("td", row)).join("\n")}
</table>
${charts
  .filter(({ bars }) => bars.length > 0)
  .map(chartOf)
  .join("\n")}
</body>
</html>
`;
}

function chartOf({ title, note, bars }: Chart): string {
  const most = Math.max(...bars.flatMap(({ value, second = 0 }) => [value, second]));
  const room = WIDTH - LABEL - 110;
  const widthOf = (value: number) => (most === 0 ? 0 : (value / most) * room).toFixed(1);
  const drawn = bars.map(({ label, value, second, said }, index) => {
    const y = index * ROW;
    const pale = second === undefined ? "" : `<rect class="pale" x="${LABEL}" y="${y + 4}" width="${widthOf(second)}" height="16"/>`;
    const name = label.length > 26 ? `${label.slice(0, 25)}…` : label;
    const end = LABEL + Number(widthOf(Math.max(value, second ?? 0))) + 8;
    const bar = `<rect class="bar" x="${LABEL}" y="${y + (second === undefined ? 4 : 8)}" width="${widthOf(value)}" height="${second === undefined ? 16 : 8}"/>`;
    return `<text x="0" y="${y + 17}">${escaped(name)}</text>${pale}${bar}<text x="${end}" y="${y + 17}">${escaped(said)}</text>`;
  });
  const words = bars.map(({ label, said }) => `${label}: ${said}`).join("; ");
  return `<figure>
<figcaption>${escaped(title)} <small>${escaped(note)}</small></figcaption>
<svg viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${escaped(`${title}. ${words}`)}">${drawn.join("")}</svg>
</figure>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
