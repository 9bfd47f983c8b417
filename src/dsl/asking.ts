import { StagewrightError } from "./error.js";

/** What only whoever writes a stage knows of it. */
export interface RoutingHints {
  /** A person outside reads what it writes. */
  readonly userFacing?: boolean;
  /** How much it hurts to wait, from 0 to 1. */
  readonly timeSensitivity?: number;
  readonly expectedToolCalls?: number;
  /** `reliable`: only a model that has passed its probe. */
  readonly tools?: "reliable";
}

/** The part of a factory's options that every stage which asks a model shares. */
export interface AskingOptions {
  /** Files that tell the model its job, read when the stage runs. */
  readonly instructions?: readonly (URL | string)[];
  /** The lessons store (`lessons/<name>.jsonl`) whose best lessons go into the prompt. */
  readonly lessons?: string;
  /** How many tokens of the next prompt the last version and its findings may take, when it is found at fault. Default 4,000. */
  readonly maxFeedbackTokens?: number;
  /** A model for this stage, whatever the run's: `embedded`, `openai:<base-url>#<model>`, or a name of the config. */
  readonly model?: string;
  /** What the choice of a model goes by, where the routes decide. */
  readonly routing?: RoutingHints;
}

/** The options as settings of the stage, once they are known to fit. */
export function askingSettings(stage: string, options: AskingOptions): Readonly<Record<string, unknown>> {
  const { maxFeedbackTokens, routing } = options;
  if (maxFeedbackTokens !== undefined && !(Number.isInteger(maxFeedbackTokens) && maxFeedbackTokens >= 0)) {
    throw new StagewrightError("stage/contract", `stage "${stage}" has maxFeedbackTokens: ${maxFeedbackTokens}`, {
      hint: "maxFeedbackTokens is a whole number of at least 0",
    });
  }
  const { timeSensitivity = 0, expectedToolCalls = 0 } = routing ?? {};
  if (!(timeSensitivity >= 0 && timeSensitivity <= 1 && expectedToolCalls >= 0)) {
    throw new StagewrightError("stage/contract", `stage "${stage}" has routing that no route can go by`, {
      hint: "timeSensitivity is a number from 0 to 1, expectedToolCalls one of at least 0",
    });
  }
  return {
    instructions: (options.instructions ?? []).map(String),
    lessons: options.lessons,
    model: options.model,
    ...(maxFeedbackTokens !== undefined && { maxFeedbackTokens }),
    ...(routing && { routing }),
  };
}
