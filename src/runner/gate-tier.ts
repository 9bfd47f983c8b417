/** From this tier on a run stops until a person has decided. */
export const WAITS_FROM_TIER = 3;
