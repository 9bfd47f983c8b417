export type { LaneItem, Outcome } from "./lane-line.js";
export { type Ended, type LaneRunner, type LaneRunnerOptions, laneRunner, type Starting } from "./lane-runner.js";
export { LaneSettings } from "./lane-settings.js";
export { type Enqueued, type LaneStanding, type Lanes, type LanesOptions, type NewItem, openLanes } from "./lanes.js";
export type { LaneState, LanesState } from "./lanes-state.js";
