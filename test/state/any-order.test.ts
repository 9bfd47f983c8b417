import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { isStagewrightError } from "../../src/dsl/index.js";
import { contextText } from "../../src/state/context/context.js";
import { type ContextFile, contextFromLog } from "../../src/state/index.js";
import { commsRoom, idsOf, said } from "./comms-room.js";
import { contextRoom } from "./room.js";

const by = fc.constantFrom("ana", "ben");
const task = fc.constantFrom("post", "mail", "call");
const why = fc.constantFrom("no facts", "no time");
const operation = fc.oneof(
  fc.record({ by, task, title: task }).map((given) => (context: ContextFile) => context.startTask(given)),
  fc.record({ by, task, output: why }).map((given) => (context: ContextFile) => context.completeTask(given)),
  fc.record({ by, task, why }).map((given) => (context: ContextFile) => context.block(given)),
  fc.record({ by, task }).map((given) => (context: ContextFile) => context.unblock(given)),
  fc.record({ by, task, to: by }).map((given) => (context: ContextFile) => context.handOff(given)),
  fc.record({ by, task }).map((given) => (context: ContextFile) => context.accept(given)),
  fc.record({ by, priorities: fc.array(task, { maxLength: 2 }) }).map((given) => (context: ContextFile) => context.setPriorities(given)),
);

test("whatever is done by whom, edited by hand, cut off and left behind, file and log say the same, and all who read agree", async () => {
  const who = fc.nat(2);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("operation" as const), who, operation }) },
    fc.record({ do: fc.constant("edit" as const), priorities: fc.array(task, { maxLength: 3 }) }),
    fc.record({ do: fc.constant("cut off" as const) }),
    fc.record({ do: fc.constant("left behind" as const) }),
    fc.record({ do: fc.constant("read" as const), who }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const room = contextRoom({ compactAbove: 3, keepOutputs: 2 });
      const files = [room.context, room.open(), room.open()];
      const fileOf = (who: number) => files[who] ?? assert.fail();
      for (const step of steps) {
        const { path, logPath } = room.context;
        if (step.do === "operation") {
          const before = files[0]?.read().context;
          const after = await step.operation(fileOf(step.who)).catch((error: unknown) => {
            if (isStagewrightError(error)) return before;
            throw error;
          });
          assert.ok(after !== undefined && before !== undefined && after.revision <= before.revision + 1);
          await fileOf(step.who).takeIn();
          if (existsSync(logPath)) assert.deepEqual(room.file(), room.fromLog());
        } else if (step.do === "edit" && existsSync(path)) {
          writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), priorities: step.priorities }));
        } else if (step.do === "cut off" && existsSync(path)) appendFileSync(logPath, '{"type"');
        else if (step.do === "left behind" && existsSync(path)) {
          const lines = room.textAt("context.log.jsonl").split("\n").slice(0, -1);
          const before = contextFromLog(
            lines
              .slice(0, -1)
              .map((line) => `${line}\n`)
              .join(""),
          );
          if (lines.length > 1 && before.revision > 0) writeFileSync(path, contextText(before));
        } else if (step.do === "read") assert.equal(fileOf(step.who).read().fault, undefined);
      }
      await files[0]?.takeIn();
      if (existsSync(room.context.logPath)) assert.deepEqual(room.file(), room.fromLog());
      const [first, ...others] = files.map((file) => file.read().context);
      for (const other of others) assert.deepEqual(other, first);
    }),
    { numRuns: 80 },
  );
});

test("whenever the record is put aside, every reader gives every message once and in order", async () => {
  const who = fc.nat(2);
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("record" as const), who, count: fc.integer({ min: 1, max: 3 }) }) },
    fc.record({ do: fc.constant("rotate" as const), who }),
    fc.record({ do: fc.constant("read" as const), who }),
    fc.record({ do: fc.constant("cut off" as const) }),
    fc.record({ do: fc.constant("later" as const), hours: fc.integer({ min: -30, max: 30 }) }),
    fc.record({ do: fc.constant("again" as const), who }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.constantFrom(1, 400, 1_000_000), async (steps, rotateAboveBytes) => {
      const room = commsRoom({ rotateAboveBytes });
      const all = [room.comms, room.open(), room.open()];
      const of = (who: number) => all[who] ?? assert.fail();
      const ids: string[] = [];
      for (const step of steps) {
        if (step.do === "record") {
          const fresh = Array.from({ length: step.count }, (_, nth) => `m${ids.length + nth}`);
          await of(step.who).record(fresh.map((id) => said(id, { chat: `chat-${id.length}` })));
          ids.push(...fresh);
        } else if (step.do === "rotate") await of(step.who).rotate();
        else if (step.do === "read") assert.deepEqual(idsOf(of(step.who).last(99)), ids);
        else if (step.do === "later") room.later(step.hours * 3_600);
        else if (step.do === "again") await of(step.who).record(ids.map((id) => said(id)));
        else if (existsSync(room.comms.path)) appendFileSync(room.comms.path, '{"id":');
      }
      for (const comms of [...all, room.open()]) {
        assert.deepEqual(idsOf(comms.last(99)), ids);
        const threads = ["chat-2", "chat-3"].flatMap((chat) => idsOf(comms.thread(`terminal:${chat}`)));
        assert.deepEqual(threads, ids);
      }
    }),
    { numRuns: 100 },
  );
});
