/**
 * The commands of the docs that no test can run as they stand, each with why, or with what is run in its place. A block
 * of ```sh no-run may hold these and no others.
 */
export const NOT_RUN: ReadonlyMap<string, { readonly why: string } | { readonly inPlace: string }> = new Map([
  ["npm ci && npm test", { why: "it would run itself" }],
  ["npx stagewright route explain publisher", { why: "there are no routes without the config that is shown above it" }],
  [
    "npx stagewright run self-review --root . --model openai:http://localhost:8080#qwen3",
    { inPlace: "npx stagewright run self-review --root . --model openai:http://localhost:8080#qwen3 --dry-run" },
  ],
  ["npx stagewright probe ollama:#qwen3", { why: "no server runs there" }],
  ["npx stagewright probe small --tools tools.ts --min 0.98", { why: "no server runs there" }],
  [
    "npx stagewright bench models --pipeline publisher --model small --model large --runs 3 --html models.html",
    { why: "no server runs there" },
  ],
  ["npx stagewright gates --web", { inPlace: "npx stagewright gates --web --help" }],
  ["npx stagewright gates --ask", { inPlace: "npx stagewright gates --ask --help" }],
  ["npm install playwright-core", { why: "it would fetch a package" }],
  [
    'STAGEWRIGHT_BOOKING_SITE=https://tables.example.org npx stagewright run booking --place Vicolo --day 2026-03-20 --time 19:30 --people 4 --name "Ana Pop" --contact ana@example.org',
    { inPlace: "npx stagewright run booking --help" },
  ],
  ["npx stagewright up", { inPlace: "npx stagewright up --help" }],
  ["npx stagewright up --demo", { inPlace: "npx stagewright up --help" }],
  ["npx stagewright gates pin", { inPlace: "npx stagewright gates pin --help" }],
  [
    "npx tsx run pipelines/publisher.ts --repo ../my-project --ask --model openai:http://127.0.0.1:8080#qwen3",
    { inPlace: "npx tsx run pipelines/publisher.ts --repo ../my-project --ask --model openai:http://127.0.0.1:8080#qwen3 --dry-run" },
  ],
]);
