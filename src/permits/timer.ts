import type { Timer } from "../model/index.js";

export type { Timer } from "../model/index.js";

export const realTimer: Timer = (ms, then) => {
  const timeout = setTimeout(then, ms);
  return { restart: () => timeout.refresh(), stop: () => clearTimeout(timeout) };
};
