export { machineState } from "./machine-state.js";
export { type Permit, type Permits, type PermitsOptions, permits, type Wanted } from "./permits.js";
export { type PermittedOptions, permitted } from "./permitted.js";
export { poolOf } from "./pool-of.js";
export { type PermitUser, type PoolStatus, type PoolStatusOptions, poolStatus } from "./pool-status.js";
export { type NamedPool, Pool, Pools } from "./pools.js";
export type { Room } from "./room.js";
