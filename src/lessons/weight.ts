import type { Severity } from "../dsl/index.js";
import { type KnownLesson, MAX_AGE_DAYS } from "./fold-lines.js";

/** After so many days without being seen a lesson weighs half. */
export const HALF_LIFE_DAYS = 30;
const DAY_MS = 86_400_000;

const SEVERITY: Readonly<Record<Severity, number>> = { info: 1, warning: 3, error: 5 };
/** Each doubling of the runs that saw it adds so much. */
const FOR_EACH_DOUBLING = 0.5;
/** What is left of a lesson's weight after a run that had it and no such fault. */
const AFTER_A_FAULTLESS_RUN = 0.8;
const FOR_EVERY_STAGE = 0.8;
const OF_ANOTHER_PIPELINE = 0.5;

/** The factors of a weight; their product is the weight. */
export interface Factors {
  readonly severity: number;
  /** 0.5^(age / 30 days) */
  readonly decay: number;
  /** To stage, pipeline and task at hand. */
  readonly relevance: number;
  /** 1 for what was seen once, 3 at most. */
  readonly reinforcement: number;
  /** 1, and less with each run that followed it without fault. */
  readonly fading: number;
}

/** What a lesson is asked to matter for. What is left out does not count. */
export interface Matter {
  readonly stage?: string;
  readonly pipeline?: string;
}

export function ageDaysOf({ lastSeenMs }: KnownLesson, now: Date): number {
  // By a clock that ran fast it may lie in the future: then it is new.
  return Math.max(0, (now.getTime() - lastSeenMs) / DAY_MS);
}

export function isTooOld(ageDays: number): boolean {
  return ageDays > MAX_AGE_DAYS;
}

export function decayOf(ageDays: number): number {
  return 0.5 ** (ageDays / HALF_LIFE_DAYS);
}

/** What of a lesson's weight neither time nor the task changes. */
export function lastingOf({ severity, seen, followed }: KnownLesson): Pick<Factors, "severity" | "reinforcement" | "fading"> {
  return {
    severity: SEVERITY[severity],
    reinforcement: 1 + FOR_EACH_DOUBLING * Math.log2(seen),
    fading: AFTER_A_FAULTLESS_RUN ** followed,
  };
}

/** 0 for a lesson of another stage. The task counts apart: {@link taskRelevance}. */
export function relevanceOf({ stage, source }: KnownLesson, matter: Matter): number {
  if (matter.stage !== undefined && stage !== undefined && stage !== matter.stage) return 0;
  const ofStage = matter.stage === undefined || stage !== undefined ? 1 : FOR_EVERY_STAGE;
  const learnedIn = source?.pipeline;
  const isForeign = matter.pipeline !== undefined && learnedIn !== undefined && learnedIn !== matter.pipeline;
  return ofStage * (isForeign ? OF_ANOTHER_PIPELINE : 1);
}

/** From 1, where no word of the lesson stands in the task, to 2, where all of them do. */
export function taskRelevance(share: number): number {
  return 1 + share;
}
/** The most that {@link taskRelevance} gives. */
export const MOST_FOR_TASK = 2;

export function productOf({ severity, decay, relevance, reinforcement, fading }: Factors): number {
  return severity * decay * relevance * reinforcement * fading;
}
