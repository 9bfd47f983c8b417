export { type FilePinsOptions, filePins, type PinCheck, type Pins } from "./pins.js";
export { GateSettings, type Place } from "./places.js";
export { type Demand, Policies, type PoliciesInput, type PolicyCheck, policiesIn } from "./policies.js";
