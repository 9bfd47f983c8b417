import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import test from "node:test";
import { stripVTControlCharacters } from "node:util";
import { fixture, shell } from "../shell.js";

/** A stream that says it is a terminal of 100 by 40: all that the drawing asks of one. */
function terminal(): { readonly stream: NodeJS.WriteStream; text(): string } {
  const stream = new PassThrough();
  const parts: Buffer[] = [];
  stream.on("data", (part) => parts.push(part));
  const drawn = Object.assign(stream, { isTTY: true, columns: 100, rows: 40 }) as unknown as NodeJS.WriteStream;
  return { stream: drawn, text: () => stripVTControlCharacters(Buffer.concat(parts).toString("utf8")) };
}

test("on a terminal the stages are drawn over again, and the last drawing stays", async (t) => {
  const { stream, text } = terminal();
  const { code, out, err } = await shell(t).call(["run", fixture("reported"), "--name", "Ana"], { screen: stream, env: { NO_COLOR: "1" } });
  assert.equal(code, 0);
  assert.equal(err, "");
  assert.match(out, /^done: greet\n/);
  assert.ok(text().includes("▸ hello"));
  // What has not changed is not drawn again: the head stands there once, the last line is the last mark.
  assert.match(text(), /^greet {2}greet-20260319-aaaaaa {2}0 ms\n[^\n]*hello/);
  assert.ok(text().trimEnd().endsWith("✓ hello  0 ms"), text());
});

test("with --verbose, or on a terminal that cannot draw, there are lines instead", async (t) => {
  const { call } = shell(t);
  for (const [args, env] of [
    [["--verbose"], {}],
    [[], { TERM: "dumb" }],
  ] as const) {
    const { stream, text } = terminal();
    const { err } = await call(["run", fixture("reported"), "--name", "Ana", ...args], { screen: stream, env });
    assert.match(err, /\nhello started\n/);
    assert.equal(text(), "");
  }
});

test("a child's lines name the child", async (t) => {
  const { err } = await shell(t).call(["run", fixture("mails"), "--verbose"]);
  assert.match(err, /^run mails-20260319-aaaaaa of mails started\n/);
  assert.match(err, /\nanswers started run mails-20260319-aaaaaa\.answers\.v1\.1\n/);
  assert.match(err, /\n {2}\[mails-20260319-aaaaaa\.answers\.v1\.1\] reply started\n/);
});
