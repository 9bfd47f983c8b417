export { Lesson, type Lessons, type PlacedLesson, parseLessons, type SkippedLine } from "./lesson.js";
export { renderOverlay } from "./overlay.js";
export {
  DEFAULT_LIMIT,
  explainRanking,
  HALF_LIFE_DAYS,
  MAX_AGE_DAYS,
  type RankedLesson,
  rankLessons,
} from "./ranking.js";
