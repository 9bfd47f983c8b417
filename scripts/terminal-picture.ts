/**
 * Draws what a program printed as a picture of a terminal, for the pages:
 * `npx stagewright graph publisher | npx tsx scripts/terminal-picture.ts "stagewright graph publisher" > docs/pictures/graph.svg`
 */
import { text } from "node:stream/consumers";

const LETTER = 8.4;
const LINE = 20;
const EDGE = 18;
const BAR = 34;

const [command = ""] = process.argv.slice(2);
const lines = [`$ ${command}`, ...(await text(process.stdin)).trimEnd().split("\n")];
const width = Math.max(...lines.map((line) => line.length)) * LETTER + 2 * EDGE;
const height = lines.length * LINE + BAR + EDGE;

const escaped = (line: string) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const rows = lines.map((line, index) => {
  const fill = index === 0 ? "#9ecbff" : /^(done|identical)/.test(line) ? "#85e89d" : /^waits/.test(line) ? "#ffdf5d" : "#e1e4e8";
  return `  <text x="${EDGE}" y="${BAR + LINE * (index + 1) - 5}" fill="${fill}" xml:space="preserve">${escaped(line)}</text>`;
});
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width)}" height="${height}" role="img" aria-label="${escaped(command).replaceAll('"', "&quot;")}">
  <rect width="100%" height="100%" rx="8" fill="#1f2428"/>
  <circle cx="20" cy="17" r="6" fill="#f97583"/><circle cx="40" cy="17" r="6" fill="#ffdf5d"/><circle cx="60" cy="17" r="6" fill="#85e89d"/>
  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">
${rows.join("\n")}
  </g>
</svg>
`);
