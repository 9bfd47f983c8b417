import { StagewrightError } from "../../src/dsl/index.js";

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * Whether an address is on a list of hosts: `example.org`, `*.example.org` for all below it but not itself, `*` for
 * any; a port where it is not the scheme's own, `localhost:8080`, or `localhost:*` for all of them.
 *
 * Throws `web/host-rule` at once for what names no host.
 */
export function hostRules(patterns: readonly string[]): (url: URL) => boolean {
  const rules = patterns.map(ruleOf);
  return (url) => {
    const host = plain(url.hostname);
    const port = url.port || DEFAULT_PORTS[url.protocol];
    return rules.some(
      (rule) =>
        (rule.host === "*" || (rule.isBelow ? host.endsWith(`.${rule.host}`) : host === rule.host)) &&
        (rule.port === "*" || port === (rule.port ?? DEFAULT_PORTS[url.protocol])),
    );
  };
}

interface HostRule {
  readonly host: string;
  /** All names below it are meant, and not it. */
  readonly isBelow: boolean;
  readonly port: string | undefined;
}

function ruleOf(pattern: string): HostRule {
  const [, below, host = "", port] = /^(\*\.)?(\*|\[[^\]]+\]|[^\s:/?#@*[\]]+)(?::(\d+|\*))?$/.exec(pattern) ?? [];
  if (host === "*" && below === undefined) return { host, isBelow: false, port };
  if (host !== "*" && URL.canParse(`http://${host}`)) {
    return { host: plain(new URL(`http://${host}`).hostname), isBelow: below !== undefined, port };
  }
  throw new StagewrightError("web/host-rule", `"${pattern}" names no host`, {
    hint: 'write "example.org", "*.example.org" or "localhost:8080", without scheme and path',
  });
}

/** `example.org.` is the same host as `example.org`. */
function plain(hostname: string): string {
  return hostname.replace(/\.$/, "");
}
