import type { CommanderError } from "commander";
import { StagewrightError } from "../dsl/index.js";

/** The parser's complaint in our form: one sentence, and the nearest name or where to look as the hint. */
export function usageError(error: CommanderError, helpLine: string): StagewrightError {
  const [sentence = "", ...more] = error.message.replace(/^error: /, "").split("\n");
  const meant = /Did you mean (?:one of )?(.+)\?/.exec(more.join(" "))?.[1];
  const what = error.code.replace("commander.", "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const refused = /^option '(-.*?)(?: [<[].*)?' argument '(.*)' is invalid\. (.*)$/s.exec(sentence);
  const message = refused ? `"${refused[1]}" does not take "${refused[2]}": ${refused[3]}` : sentence.replaceAll("'", '"');
  return new StagewrightError(`usage/${what}`, message.replace(/\.$/, ""), {
    hint: meant === undefined ? `\`${helpLine}\` lists what there is` : `did you mean "${meant}"?`,
  });
}
