import { z } from "zod";

/** What is wrong with a config, and at which key. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** `routes.rules[0].use: there is no model "smal"`. */
export function faultText({ path, message }: Fault): string {
  return path.length === 0 ? message : `${z.core.toDotPath([...path])}: ${message}`;
}
