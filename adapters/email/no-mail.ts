import { StagewrightError } from "../../src/dsl/index.js";

export function noMail(id: string): StagewrightError {
  return new StagewrightError("email/no-mail", `there is no mail "${id}" in the inbox`, {
    hint: "it may have been moved or deleted; list the inbox again",
  });
}
