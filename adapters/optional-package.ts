import { StagewrightError } from "../src/dsl/index.js";

/** A package that only one adapter needs: loaded when it is used, and named where it is not installed. */
export interface OptionalPackage<T> {
  /** As `npm install` takes it. */
  readonly install: string;
  /** What cannot be done without it: "to read mail". */
  readonly purpose: string;
  load(): Promise<T>;
}

/** Throws `adapter/package` where the package cannot be loaded. */
export async function optionalPackage<T>({ install, purpose, load }: OptionalPackage<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new StagewrightError("adapter/package", `the package "${install.replace(/@[^@/]+$/, "")}" is needed ${purpose}`, {
      hint: `install it: npm install ${install}`,
      cause,
    });
  }
}
