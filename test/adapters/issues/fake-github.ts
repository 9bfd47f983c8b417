import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

interface Stored {
  number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  state_reason: string | null;
  labels: string[];
  isPull: boolean;
  timeline: object[];
  comments: { id: number; body: string }[];
}

export interface Seed {
  readonly title: string;
  readonly body?: string;
  readonly labels?: readonly string[];
  readonly state?: "open" | "closed";
  readonly isPull?: boolean;
  readonly timeline?: readonly object[];
}

export interface FakeGitHub {
  readonly url: string;
  /** `GET /repos/…` and so on, in the order in which they came. */
  readonly requests: string[];
  readonly issues: Stored[];
  /** Takes the next request before anything else does; true where it has answered it. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

const AT = "2026-03-19T09:40:00Z";
const TOKEN = "secret-token-1";

/** Speaks the part of GitHub's REST API that issues need, as its documentation gives it, for the repository ana/notes. */
export async function fakeGitHub(t: TestContext, seeds: readonly Seed[]): Promise<FakeGitHub> {
  const issues: Stored[] = seeds.map((seed, index) => ({
    number: index + 1,
    title: seed.title,
    body: seed.body ?? "",
    state: seed.state ?? "open",
    state_reason: seed.state === "closed" ? "completed" : null,
    labels: [...(seed.labels ?? [])],
    isPull: seed.isPull ?? false,
    timeline: [...(seed.timeline ?? [])],
    comments: [],
  }));
  let id = 1000;
  const fake: FakeGitHub = { url: "", requests: [], issues, intercept: undefined };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    fake.requests.push(`${request.method} ${url.pathname}`);
    let text = "";
    for await (const piece of request) text += piece;
    if (fake.intercept?.(request, response)) return;
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      const json = JSON.stringify(body);
      const etag = `W/"${createHash("sha256").update(json).digest("hex")}"`;
      if (request.method === "GET" && request.headers["if-none-match"] === etag) return response.writeHead(304, { etag }).end();
      return response.writeHead(status, { "content-type": "application/json", etag, ...headers }).end(json);
    };
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return send(401, { message: `Bad credentials: ${request.headers.authorization}` });
    if (request.headers.accept !== "application/vnd.github+json") return send(415, { message: "accept" });
    const body = text === "" ? {} : JSON.parse(text);
    const paged = (list: readonly unknown[]) => {
      const size = Number(url.searchParams.get("per_page") ?? 30);
      const page = Number(url.searchParams.get("page") ?? 1);
      const next = new URL(url.pathname + url.search, fake.url);
      next.searchParams.set("page", String(page + 1));
      const link: Record<string, string> =
        page * size < list.length ? { link: `<${next}>; rel="next", <${fake.url}/last>; rel="last"` } : {};
      return send(200, list.slice((page - 1) * size, page * size), link);
    };
    const [, number, rest = "", label] =
      /^\/repos\/ana\/notes\/issues(?:\/(\d+)(?:\/(comments|labels|timeline)(?:\/(.+))?)?)?$/.exec(url.pathname) ?? [];
    if (!url.pathname.startsWith("/repos/ana/notes/issues")) return send(404, { message: "Not Found" });
    if (number === undefined) {
      if (request.method === "POST") {
        const made: Stored = {
          number: issues.length + 1,
          title: body.title,
          body: body.body,
          state: "open",
          state_reason: null,
          labels: body.labels,
          isPull: false,
          timeline: [],
          comments: [],
        };
        issues.push(made);
        return send(201, shown(made, fake.url));
      }
      const state = url.searchParams.get("state") ?? "open";
      const labels = (url.searchParams.get("labels") ?? "").split(",").filter((one) => one !== "");
      const found = issues.filter(
        (one) => (state === "all" || one.state === state) && labels.every((wanted) => one.labels.includes(wanted)),
      );
      if (url.searchParams.get("direction") !== "asc") found.reverse();
      return paged(found.map((one) => shown(one, fake.url)));
    }
    const issue = issues[Number(number) - 1];
    if (issue === undefined) return send(404, { message: "Not Found" });
    const actor = { login: "bot" };
    if (rest === "comments" && request.method === "POST") {
      const comment = { id: id++, body: body.body };
      issue.comments.push(comment);
      issue.timeline.push({ event: "commented", ...comment, user: actor, created_at: AT });
      return send(201, { ...comment, html_url: `${fake.url}/c/${comment.id}` });
    }
    if (rest === "comments") return paged(issue.comments.map((one) => ({ ...one, html_url: `${fake.url}/c/${one.id}` })));
    if (rest === "timeline") return paged(issue.timeline);
    if (rest === "labels") {
      const name = decodeURIComponent(label ?? "");
      if (request.method === "DELETE" && !issue.labels.includes(name)) return send(404, { message: "Label does not exist" });
      issue.labels =
        request.method === "POST" ? [...new Set([...issue.labels, ...body.labels])] : issue.labels.filter((one) => one !== name);
      for (const added of request.method === "POST" ? body.labels : [])
        issue.timeline.push({ event: "labeled", label: { name: added }, actor, created_at: AT });
      if (request.method === "DELETE") issue.timeline.push({ event: "unlabeled", label: { name }, actor, created_at: AT });
      return send(
        200,
        issue.labels.map((one) => ({ name: one })),
      );
    }
    if (request.method === "PATCH") {
      issue.state = body.state;
      issue.state_reason = body.state === "closed" ? (body.state_reason ?? "completed") : "reopened";
      issue.timeline.push({
        event: body.state === "closed" ? "closed" : "reopened",
        actor,
        state_reason: body.state_reason,
        created_at: AT,
      });
    }
    return send(200, shown(issue, fake.url));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(fake, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function shown({ number, title, body, state, state_reason, labels, isPull }: Stored, url: string) {
  return {
    ...{ id: number * 7, node_id: "I_1", number, title, body, state, state_reason, locked: false, user: { login: "ana", id: 1 } },
    labels: labels.map((name) => ({ id: 1, name, color: "fff" })),
    assignees: [{ login: "ben" }],
    created_at: AT,
    updated_at: AT,
    closed_at: state === "closed" ? AT : null,
    html_url: `${url}/ana/notes/issues/${number}`,
    ...(isPull && { pull_request: { merged_at: AT } }),
  };
}

export const ENV = { GITHUB_TOKEN: TOKEN };
