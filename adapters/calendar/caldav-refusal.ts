import { StagewrightError } from "../../src/dsl/index.js";
import type { CalDavServerOptions, DavAnswer } from "./caldav-server.js";

export const REDIRECTS = [301, 302, 303, 307, 308];

/** A request that was answered by a refusal. */
interface Refusal {
  readonly method: string;
  readonly asked: string;
  readonly answer: DavAnswer;
  readonly options: Pick<CalDavServerOptions, "user" | "passwordFrom">;
}

/** What was refused, and what to do, by the number of the answer. */
export function refusal({ method, asked, answer, options: { user, passwordFrom } }: Refusal): StagewrightError {
  const { status, location } = answer;
  const said = answer.statusText === "" ? String(status) : `${status} ${answer.statusText}`;
  const of = (code: string, message: string, hint: string) => new StagewrightError(`calendar/${code}`, message, { hint, place: asked });
  if (status === 401 && user === undefined) {
    return of("login", `the server of "${asked}" lets in nobody without a password`, "give `user` and `passwordFrom`");
  }
  if (status === 401) {
    const hint = `check the password in ${passwordFrom}; many providers want one made for this program`;
    return of("login", `the server of "${asked}" does not let "${user}" in`, hint);
  }
  if (status === 404 || status === 410) {
    return of(
      "none",
      `there is no calendar at "${asked}": the server says ${said}`,
      "check the address, or look for the calendar by its `name`",
    );
  }
  if (REDIRECTS.includes(status)) {
    return of(
      "answer",
      `"${asked}" sends on to "${location ?? ""}"`,
      "give that address as `url`, if it is the calendar's and you trust it",
    );
  }
  if (status >= 500 || status === 429) {
    return of("server", `the server of "${asked}" could not do it: ${method} was answered by ${said}`, "go on with the run later");
  }
  if (status === 405) {
    return of("answer", `"${asked}" is no calendar: ${method} was answered by ${said}`, "give the address of a CalDAV calendar");
  }
  return of(
    "refused",
    `the server refused ${method} of "${asked}": ${said}`,
    "check that it is the address of one calendar, and that the user may do this there",
  );
}

export function elsewhere(url: string, asked: string): StagewrightError {
  return new StagewrightError("calendar/elsewhere", `the server of "${url}" names a place on another server: "${asked}"`, {
    hint: "the password is sent to no other server; give that address as `url`, if you trust it",
    place: url,
  });
}

export function tooLate(asked: string, timeoutMs: number): StagewrightError {
  return new StagewrightError("calendar/time-limit", `"${asked}" did not answer in full within ${timeoutMs} ms`, {
    hint: "go on with the run later, or give a larger `timeoutMs`",
    place: asked,
  });
}

export function unreachable(asked: string, because: string): StagewrightError {
  return new StagewrightError("calendar/unreachable", `"${asked}" cannot be reached: ${because}`, {
    hint: "check the address and the connection; what was already written is found by its key",
    place: asked,
  });
}
