/** An instant as the log has it. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
