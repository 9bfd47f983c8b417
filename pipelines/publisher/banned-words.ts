/** Words of offices that a post does without; stock writing is found by the pack `tropes`. */
export const BANNED_WORDS: readonly string[] = [
  ...["going forward", "circle back", "touch base", "action items", "deliverables"],
  ...["performant", "mission-critical", "bleeding-edge", "actionable"],
];
