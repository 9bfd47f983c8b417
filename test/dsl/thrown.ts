import assert from "node:assert/strict";
import { isStagewrightError, type StagewrightError } from "../../src/dsl/index.js";

/** An error as a person meets it, for whole comparison; fields that are not set are left out. */
export interface Said {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly place?: string;
}

export function said({ code, message, hint, place }: StagewrightError): Said {
  return { code, message, ...(hint !== undefined && { hint }), ...(place !== undefined && { place }) };
}

/** What a function throws. */
export function thrown(act: () => unknown): Said {
  try {
    act();
  } catch (error) {
    if (isStagewrightError(error)) return said(error);
    throw error;
  }
  assert.fail("nothing was thrown");
}

/** What a promise rejects with. */
export async function rejected(act: Promise<unknown>): Promise<Said> {
  let result: unknown;
  try {
    result = await act;
  } catch (error) {
    if (isStagewrightError(error)) return said(error);
    throw error;
  }
  assert.fail(`nothing was thrown, but given: ${JSON.stringify(result)}`);
}
