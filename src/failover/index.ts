export { coolDownFiles } from "./cool-down-files.js";
export { type CoolDowns, coolDownMemory, type KeyOnServer, type Rest } from "./cool-downs.js";
export { type FailoverOptions, failover } from "./failover.js";
export { FAILURES, type FailureKind, type FailureRow, type Step } from "./failures.js";
export { pause } from "./pause.js";
export { resolved } from "./resolved.js";
export { FailoverSettings } from "./settings.js";
