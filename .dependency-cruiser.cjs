/**
 * The layers, as DESIGN has them: imports point down only. A module is a folder of src/ (or adapters/, pipelines/) whose index.ts is
 * its only door. Read by test/layers.test.ts, and by `npx depcruise src adapters pipelines`.
 *
 * Paths are anchored by `(^|/)`, so that the same rules hold for the planted mistakes in test/fixtures/layers.
 */

/** From the top to the bottom; modules in one row do not know of each other unless `BESIDE` says so. */
const LAYERS = [
  ["src/cli"],
  ["pipelines", "adapters"],
  ["src/projects", "src/asking"],
  ["src/runner"],
  ["src/config"],
  ["src/routing", "src/failover", "src/tools", "src/probe", "src/evidence", "src/chief"],
  ["src/spending", "src/permits", "src/dispatch"],
  [
    "src/model",
    "src/checks",
    "src/lessons",
    "src/gates",
    "src/credentials",
    "src/recording",
    "src/command",
    "src/reading",
    "src/search",
    "src/state",
    "src/lanes",
    "src/registry",
    "src/retention",
    "src/memory",
    "src/agents",
    "src/triggers",
  ],
  ["src/store"],
  ["src/core"],
  ["src/dsl"],
];

const within = (module) => `(^|/)${module}/`;
const anyOf = (modules) => modules.map(within).join("|");

const upward = LAYERS.flatMap((row, index) => {
  const above = LAYERS.slice(0, index).flat();
  if (above.length === 0) return [];
  return row.map((module) => ({
    name: `${module} imports upward`,
    comment: `${module} stands below ${above.join(", ")}`,
    severity: "error",
    from: { path: within(module) },
    to: { path: module.startsWith("src/") ? `${anyOf(above)}|(^|/)src/index\\.ts$` : anyOf(above) },
  }));
});

/** A pipeline is written against the adapters' interfaces; nothing else in one row imports its neighbour. */
const BESIDE = [["pipelines", "adapters"]];

const sideways = LAYERS.flatMap((row) =>
  row.map((module) => ({
    name: `${module} imports its neighbour`,
    comment: `${module} works alone, without ${row.filter((other) => other !== module).join(", ")}`,
    severity: "error",
    from: { path: within(module) },
    to: {
      path: anyOf(row.filter((other) => other !== module && !BESIDE.some(([from, to]) => from === module && to === other))) || "^$",
    },
  })),
).filter((rule) => rule.to.path !== "^$");

const doors = LAYERS.flat()
  .filter((module) => module !== "pipelines")
  .map((module) => ({
    name: `${module} is entered past its door`,
    comment: `import from ${module}/index.ts`,
    severity: "error",
    from: { pathNot: `${within(module)}|(^|/)(test|scripts|bench)/[^/]+\\.ts$|(^|/)test/(?!fixtures/layers)` },
    to: { path: within(module), pathNot: `(^|/)${module}/${module === "src/cli" ? "(index|main)" : "index"}\\.ts$` },
  }));

module.exports = {
  forbidden: [
    ...upward,
    ...sideways,
    ...doors,
    {
      name: "dsl and core import zod and ts-pattern only",
      severity: "error",
      from: { path: anyOf(["src/dsl", "src/core"]) },
      to: {
        dependencyTypes: ["npm", "npm-dev", "npm-peer", "npm-optional", "npm-no-pkg", "npm-unknown", "core", "unknown", "undetermined"],
        pathNot: "node_modules/(zod|ts-pattern)/",
      },
    },
    { name: "an import that leads nowhere", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // TypeScript 7 has no API that the cruiser could use: without swc it would read nothing, and pass.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".json"],
      conditionNames: ["import", "types", "default"],
      exportsFields: ["exports"],
    },
  },
};
