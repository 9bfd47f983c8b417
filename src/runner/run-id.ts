import type { Environment } from "./environment.js";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 6;

/** `publisher-20260319-k3xw7q`: what it is a run of, the day it began (UTC), and six letters without look-alikes. */
export function newRunId(pipeline: string, environment: Environment): string {
  const day = environment.now().toISOString().slice(0, 10).replaceAll("-", "");
  const letters = Array.from({ length: LENGTH }, () => LETTERS[Math.floor(environment.random() * LETTERS.length)]);
  return `${pipeline}-${day}-${letters.join("")}`;
}

const VALID = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** A run's name becomes a folder. */
export function isRunId(run: string): boolean {
  return VALID.test(run);
}
