import { StagewrightError } from "../dsl/index.js";

/**
 * A package that whoever reads such files installs.
 *
 * @throws StagewrightError `reading/package` where it is not installed.
 */
export async function optionalPackage<Package>(name: string, reads: string, load: () => Promise<Package>): Promise<Package> {
  try {
    return await load();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new StagewrightError("reading/package", `reading ${reads} needs the package "${name}", which is not installed`, {
      hint: `install it beside stagewright: npm install ${name}`,
      cause,
    });
  }
}
