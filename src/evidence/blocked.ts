/** The reason, where an answer says that the task is blocked: `BLOCKED: the server is down`. */
export function blockedReason(text: string): string | undefined {
  const reason = /^[\s*_#>]*blocked\b[\s*_]*[:.–-][\s*_]*([\s\S]+)$/i.exec(text)?.[1]?.replaceAll(/\s+/g, " ").trim();
  return reason === "" ? undefined : reason;
}
