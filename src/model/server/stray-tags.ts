/** What parsers of tool calls leave behind in the text when they took the calls out of it. */
const TAG = String.raw`(?:<\|?/?(?:tool_calls?|function_calls?|tools?)(?:_begin|_end)?\|?>|\[/?TOOL_CALLS\])`;
const FIRST = new RegExp(`^(?:\\s*${TAG})+`);
const LAST = new RegExp(`${TAG}$`);
const LONGEST = 32;

/** The text beside real calls without such leftovers at its ends. Only to be used where there are calls. */
export function withoutStrayTags(text: string): string {
  let rest = text.replace(FIRST, "");
  for (let end = rest.trimEnd(); ; end = rest.trimEnd()) {
    const [tag] = LAST.exec(end.slice(-LONGEST)) ?? [];
    if (tag === undefined) break;
    rest = end.slice(0, -tag.length);
  }
  return rest === text ? text : rest.trim();
}
