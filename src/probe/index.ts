export { type ProbeOptions, probe } from "./probe.js";
export { type ProbeFiles, probeFiles } from "./probe-files.js";
export { ProbeResult } from "./result.js";
export { servedBy } from "./served.js";
export { type Interval, wilson } from "./wilson.js";
