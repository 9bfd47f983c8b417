import { StagewrightError } from "../../src/dsl/index.js";

export function noIssue(number: number, where: string): StagewrightError {
  return new StagewrightError("issues/none", `there is no issue ${number} in "${where}"`, {
    hint: "list the issues to see which there are",
  });
}
