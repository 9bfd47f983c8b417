import { StagewrightError } from "../dsl/index.js";
import { Config } from "./config.js";
import { crossFaults } from "./cross-faults.js";
import { type Fault, faultText } from "./fault.js";
import { issueFaults } from "./issue-faults.js";

/**
 * Checks a config and puts the defaults in. `place` is the file that it is from, for the message.
 *
 * @throws StagewrightError `config/invalid`, which names every fault by the path of its key.
 */
export function readConfig(value: unknown, place: string): Config {
  const read = Config.safeParse(value);
  const faults: readonly Fault[] = [
    ...(read.success ? [] : read.error.issues.flatMap((issue) => issueFaults(issue, Config, value))),
    ...crossFaults(value),
  ];
  if (read.success && faults.length === 0) return read.data;
  throw new StagewrightError(
    "config/invalid",
    [`"${place}" has ${faults.length === 1 ? "a fault" : `${faults.length} faults`}`, ...faults.map(faultText)].join("\n"),
    {
      hint: "docs/config.md of the project lists every key",
      place,
    },
  );
}
