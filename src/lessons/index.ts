export { Lesson, type Lessons, type PlacedLesson, parseLessons, type SkippedLine } from "./lesson.js";
export { renderOverlay } from "./overlay.js";
export {
  DEFAULT_LIMIT,
  explainRanking,
  type RankedLesson,
  rankLessons,
} from "./ranking.js";
