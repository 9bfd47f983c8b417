import type { SetTimer } from "../chief/index.js";

export const setTimer: SetTimer = (ms, then) => {
  const handle = setTimeout(then, ms);
  return { stop: () => clearTimeout(handle) };
};
