/** What a robots.txt says to one robot (RFC 9309). */
export interface RobotRules {
  readonly rules: readonly RobotRule[];
  readonly crawlDelayMs: number | undefined;
}

interface RobotRule {
  readonly isAllowed: boolean;
  readonly path: string;
}

interface Group {
  readonly agents: string[];
  readonly rules: RobotRule[];
  crawlDelayMs?: number;
}

/** No robots.txt, no rules. */
export const EVERYTHING: RobotRules = { rules: [], crawlDelayMs: undefined };
/** A robots.txt that cannot be had now says no to all. */
export const NOTHING: RobotRules = { rules: [{ isAllowed: false, path: "/" }], crawlDelayMs: undefined };

/** The rules of all groups that name the robot; of those for any robot (`*`) where none does. */
export function parseRobots(text: string, robot: string): RobotRules {
  const groups = groupsOf(text);
  const named = groups.filter(({ agents }) => agents.includes(robot.toLowerCase()));
  const mine = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
  const delays = mine.flatMap(({ crawlDelayMs }) => crawlDelayMs ?? []);
  return { rules: mine.flatMap(({ rules }) => rules), crawlDelayMs: delays.length === 0 ? undefined : Math.max(...delays) };
}

/** The longest rule that fits decides; of two of one length the one that allows. Without one, all may be read. */
export function mayRead({ rules }: RobotRules, url: URL): boolean {
  const path = normal(url.pathname + url.search);
  const fitting = rules.filter((rule) => fits(rule.path, path));
  const longest = Math.max(0, ...fitting.map((rule) => rule.path.length));
  const deciding = fitting.filter((rule) => rule.path.length === longest);
  return deciding.length === 0 || deciding.some(({ isAllowed }) => isAllowed);
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const [, key = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const field = key.toLowerCase();
    if (field === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(agentOf(value));
      isNaming = true;
      continue;
    }
    const group = groups.at(-1);
    if (field === "allow" || field === "disallow") {
      isNaming = false;
      // An empty rule fits nothing: "Disallow:" forbids nothing.
      if (value !== "") group?.rules.push({ isAllowed: field === "allow", path: normal(value) });
    } else if (field === "crawl-delay" && group !== undefined && /^\d+(\.\d+)?$/.test(value)) {
      isNaming = false;
      group.crawlDelayMs = Number(value) * 1_000;
    }
  }
  return groups;
}

/** `Stagewright/1.0` means the robot `stagewright`. */
function agentOf(value: string): string {
  return value === "*" ? value : (/^[A-Za-z_-]*/.exec(value)?.[0] ?? "").toLowerCase();
}

/** One spelling for what may be written with or without percent signs. */
function normal(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (letters) => encodeURIComponent(letters))
    .replace(/%([0-9a-f]{2})/gi, (written, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16));
      return /[A-Za-z0-9._~-]/.test(letter) ? letter : written.toUpperCase();
    });
}

/** Walks the pattern's fixed parts from the left, each at its first place: linear, whatever a site writes. */
function fits(pattern: string, path: string): boolean {
  const isEnded = pattern.endsWith("$");
  const parts = (isEnded ? pattern.slice(0, -1) : pattern).split("*");
  const [first = "", ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (isEnded && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isEnded || at === path.length;
}
