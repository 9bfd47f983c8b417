import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.js";
import { icsText } from "./ics.js";

export const USER = "ana";
export const PASSWORD = "caldav-säcret-1";
/** The variable of the environment in which the password is. */
export const PASSWORD_FROM = "CALDAV_PASSWORD";
export const ENV: Readonly<Record<string, string>> = { [PASSWORD_FROM]: PASSWORD };

export interface Radicale {
  readonly url: string;
  /** Makes a calendar that holds these files, and returns its address. */
  addCalendar(
    files?: readonly string[] | Readonly<Record<string, string>>,
    more?: { readonly name?: string; readonly holds?: string },
  ): string;
  /** The files of a calendar, by their names. */
  filesOf(calendar: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Why there can be none here; undefined where there can. */
export function whyNoRadicale(): string | undefined {
  return spawnSync("radicale", ["--version"]).status === 0 ? undefined : "radicale is not installed (apt-get install radicale)";
}

export async function startRadicale(): Promise<Radicale> {
  const folder = mkdtempSync(join(tmpdir(), "radicale-"));
  const port = await freePort();
  writeFileSync(join(folder, "users"), `${USER}:${PASSWORD}\n`);
  writeFileSync(
    join(folder, "config"),
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${folder}/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${folder}
[logging]
level = warning
`,
  );
  const server = spawn("radicale", ["--config", join(folder, "config")], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  server.stderr.on("data", (text) => {
    said += text;
  });
  let hasEnded = false;
  const ended = new Promise<void>((done) => {
    server.once("exit", () => {
      hasEnded = true;
      done();
    });
  });
  while (!(await isListening(port))) if (hasEnded) throw new Error(said);
  const home = join(folder, "collection-root", USER);
  const pathOf = (calendar: string) => join(home, new URL(calendar).pathname.split("/").at(-2) ?? "");
  let calendars = 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    addCalendar(files = [], { name: shownName, holds = "VCALENDAR" } = {}) {
      calendars += 1;
      const calendar = join(home, `c${calendars}`);
      mkdirSync(calendar, { recursive: true });
      const props = { tag: holds, ...(shownName !== undefined && { "D:displayname": shownName }) };
      writeFileSync(join(calendar, ".Radicale.props"), JSON.stringify(props));
      const named = Array.isArray(files) ? Object.fromEntries(files.map((text, index) => [`${index}.ics`, text])) : files;
      for (const [name, text] of Object.entries(named)) writeFileSync(join(calendar, name), text);
      return `http://127.0.0.1:${port}/${USER}/c${calendars}/`;
    },
    filesOf(calendar) {
      const names = readdirSync(pathOf(calendar)).filter((name) => name.endsWith(".ics"));
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(pathOf(calendar), name), "utf8")]));
    },
    async stop() {
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A calendar with a file for each of these events, the lines of which are given. */
export function filesWith(events: readonly (readonly string[])[]): string[] {
  return events.map((event) => icsText(event));
}

/** Whether anybody answers there yet. */
function isListening(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      tell(true);
    });
    // By turns with the server's start, and not as fast as this machine can.
    socket.once("error", () => setTimeout(() => tell(false), 20));
  });
}
