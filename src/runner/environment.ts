import { randomUUID } from "node:crypto";

/** Where time, names and chance come from, so that a test can stop the one and choose the others. */
export interface Environment {
  now(): Date;
  /** A new identifier: 20 small letters and digits. */
  id(): string;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

export const systemEnvironment: Environment = {
  now: () => new Date(),
  id: () =>
    BigInt(`0x${randomUUID().replaceAll("-", "")}`)
      .toString(36)
      .padStart(25, "0")
      .slice(-20),
  random: () => Math.random(),
};
