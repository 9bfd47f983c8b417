import type { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { decodeText, type PoliteClient } from "../web/index.js";

interface Question<Answer> {
  /** Who is asked, for people: "the search service". */
  readonly service: string;
  readonly client: PoliteClient;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: z.ZodType<Answer>;
  readonly signal: AbortSignal;
  /** Statuses that are an answer and not a failure: nothing is found then. */
  readonly nothing?: readonly number[];
  /** What to do about a status that one would not guess. */
  readonly hints?: Readonly<Record<number, string>>;
}

const MAX_BYTES = 8_388_608;

/** Throws `search/status`, `search/answer`, and what the client throws. */
export async function askJson<Answer>(question: Question<Answer>): Promise<Answer | undefined> {
  const { service, client, url, headers, answer, signal, nothing = [], hints = {} } = question;
  const got = await client.get({
    url: url.href,
    accept: ["application/json", "+json", "text/*"],
    maxBytes: MAX_BYTES,
    // What is meant for programs is not what a robots.txt speaks of.
    asksRobots: false,
    ...(headers !== undefined && { headers }),
    signal,
  });
  if (nothing.includes(got.status)) return undefined;
  if (got.status !== 200) {
    throw new StagewrightError("search/status", `${service} at "${url.host}" answered ${got.status}`, {
      hint: hints[got.status] ?? HINTS[got.status] ?? "ask again later",
    });
  }
  const parsed = answer.safeParse(jsonOf(decodeText(got.body, got.contentType).text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StagewrightError(
    "search/answer",
    `${service} at "${url.host}" answered in another form than expected, at "${issue?.path.join(".") || "the top"}": ${issue?.message}`,
    { hint: "check the address of the service, and its version" },
  );
}

const HINTS: Readonly<Record<number, string>> = {
  401: "check the key in the environment",
  403: "check the key in the environment",
  404: "check the address of the service",
  429: "it was asked too often: ask again later, and less",
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
