import { StagewrightError } from "../dsl/index.js";
import { describeModel } from "../model/index.js";
import type { Config } from "./config.js";
import { nearest } from "./nearest.js";

/**
 * What a model's name stands for under a config, in words: a name of its `models`, `route`, or a model in full.
 *
 * @throws StagewrightError `model/unknown` with the nearest name of the config, `model/address`.
 */
export function modelText(name: string, { models = {}, routes }: Config): string {
  const entry = Object.hasOwn(models, name) ? models[name] : undefined;
  if (entry !== undefined) return `${name}, which is ${describeModel(entry.model)}`;
  if (name === "route" && routes !== undefined) return "chosen by the routes of the config";
  const names = Object.keys(models);
  if (name.includes(":") || name === "embedded" || names.length === 0) return describeModel(name);
  const near = nearest(name, names);
  throw new StagewrightError("model/unknown", `there is no model "${name}" in the config`, {
    hint: `${near === undefined ? "" : `did you mean "${near}"? `}there ${names.length === 1 ? "is" : "are"} ${names.map((one) => `"${one}"`).join(", ")}`,
  });
}
