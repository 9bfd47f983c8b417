/** Something about agents that a person has to put right. */
export interface AgentFault {
  readonly file: string;
  /** Counts from 1; not there where it is about no line of the file. */
  readonly line?: number;
  /** As a path: `memory.days`, `pipelines[0]`, `jobs.publisher.agent`. */
  readonly key?: string;
  readonly what: string;
  /** What to do about it. */
  readonly hint: string;
}

/** `agents/publisher/AGENT.md:3: there is no key "chanels": did you mean "channels"?` */
export function agentFaultText({ file, line, key, what, hint }: AgentFault): string {
  const place = [file, ...(line === undefined ? [] : [line])].join(":");
  return `${place}: ${key === undefined || what.includes(`"${key}"`) ? "" : `${key}: `}${what}: ${hint}`;
}
