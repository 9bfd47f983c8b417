export type { PackData } from "./pack-data.js";
export { packFrom, packOf } from "./pack-from.js";
