import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Store, sha256 } from "../../src/store/index.js";
import { rejected } from "../dsl/thrown.js";

const BLOB = "long text, ț and 🙂\n".repeat(5_000);

/**
 * What every store keeps to, whatever it keeps runs in. `make` gives an empty one; `again` gives one that another
 * process would see after the first is gone, where there is such a thing.
 */
export function conformance(name: string, make: () => Store, again: (store: Store) => Store = (store) => store): void {
  test(`${name}: an empty store has no runs`, async () => {
    assert.deepEqual(await make().runs(), []);
  });

  test(`${name}: lines come back in the order in which they were appended`, async () => {
    const store = make();
    const lease = await store.lease("r1");
    await lease.append(["one"]);
    await lease.append(["two", "three"]);
    assert.deepEqual(await store.read("r1"), { lines: ["one", "two", "three"], torn: undefined });
    await lease.release();
    assert.deepEqual(await again(store).read("r1"), { lines: ["one", "two", "three"], torn: undefined });
  });

  test(`${name}: any lines without a line end come back as they were`, async () => {
    const line = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => text.replaceAll("\n", " "));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), async (batches) => {
        const store = make();
        const lease = await store.lease("r1");
        for (const batch of batches) await lease.append(batch);
        await lease.release();
        assert.deepEqual((await again(store).read("r1")).lines, batches.flat());
      }),
      { numRuns: 20 },
    );
  });

  test(`${name}: a run that was leased and never written to is empty, and is there`, async () => {
    const store = make();
    await (await store.lease("r1")).release();
    assert.deepEqual(await store.read("r1"), { lines: [], torn: undefined });
    assert.deepEqual(await store.runs(), ["r1"]);
  });

  test(`${name}: the stamp of a run is another one once lines were added, and the same as long as none were`, async () => {
    const store = make();
    const lease = await store.lease("r1");
    const stamps = [await store.stamp("r1")];
    for (const line of ["one", "two", "two"]) {
      await lease.append([line]);
      stamps.push(await store.stamp("r1"));
      await store.read("r1");
      assert.equal(await again(store).stamp("r1"), stamps.at(-1));
    }
    assert.equal(new Set(stamps).size, 4);
    await lease.release();
    assert.equal((await rejected(store.stamp("nope"))).code, "store/no-run");
  });

  test(`${name}: runs are listed by name and kept apart`, async () => {
    const store = make();
    for (const run of ["b", "c", "a"]) {
      const lease = await store.lease(run);
      await lease.append([`line of ${run}`]);
      await lease.release();
    }
    assert.deepEqual(await again(store).runs(), ["a", "b", "c"]);
    assert.deepEqual((await store.read("c")).lines, ["line of c"]);
  });

  test(`${name}: a run that is not there is an error that names it`, async () => {
    const said = await rejected(make().read("nope"));
    assert.equal(said.code, "store/no-run");
    assert.match(said.message, /^there is no run "nope" in /);
    assert.equal((await rejected(make().getBlob("nope", sha256("")))).code, "store/no-run");
    const store = make();
    assert.equal((await rejected(store.lease("nope", { mustExist: true }))).code, "store/no-run");
    assert.deepEqual(await store.runs(), [], "nothing was made");
  });

  test(`${name}: a blob is named by its SHA-256 and comes back whole`, async () => {
    const store = make();
    const lease = await store.lease("r1");
    assert.equal(await lease.putBlob(BLOB), sha256(BLOB));
    assert.equal(await lease.putBlob(BLOB), sha256(BLOB), "a second time");
    assert.equal(await lease.putBlob(""), sha256(""));
    await lease.release();
    assert.equal(await again(store).getBlob("r1", sha256(BLOB)), BLOB);
    assert.equal(await store.getBlob("r1", sha256("")), "");
  });

  test(`${name}: a blob that is not there is an error that names run and blob`, async () => {
    const store = make();
    await (await store.lease("r1")).release();
    const said = await rejected(store.getBlob("r1", sha256("gone")));
    assert.equal(said.code, "blob/missing");
    assert.ok(said.message.includes('"r1"') && said.message.includes(sha256("gone")), said.message);
  });

  test(`${name}: one writer a run; another run may be written at the same time`, async () => {
    const store = make();
    const lease = await store.lease("r1");
    const said = await rejected(store.lease("r1"));
    assert.equal(said.code, "store/leased");
    assert.match(said.message, /^run "r1" is being written by /);
    await (await store.lease("r2")).release();
    await lease.release();
    await (await store.lease("r1")).release();
  });

  test(`${name}: a run that is removed is gone with all that it holds, and its name is free; one that is written to stays`, async () => {
    const store = make();
    const lease = await store.lease("r1");
    await lease.append(["one"]);
    const hash = await lease.putBlob(BLOB);
    assert.equal((await rejected(store.remove("r1"))).code, "store/leased");
    await lease.release();
    await (await store.lease("r2")).release();
    await store.remove("r1");
    assert.deepEqual(await again(store).runs(), ["r2"]);
    assert.equal((await rejected(again(store).read("r1"))).code, "store/no-run");
    assert.equal((await rejected(store.remove("r1"))).code, "store/no-run");
    await (await store.lease("r1")).release();
    assert.deepEqual((await again(store).read("r1")).lines, []);
    assert.equal((await rejected(store.getBlob("r1", hash))).code, "blob/missing");
  });

  test(`${name}: the owner is known while it holds the lease`, async () => {
    const store = make();
    assert.equal(await store.owner("r1"), undefined);
    const lease = await store.lease("r1");
    assert.equal((await store.owner("r1"))?.pid, process.pid);
    await lease.release();
    assert.equal(await store.owner("r1"), undefined);
  });

  test(`${name}: a derived file is there once the lease is released, in its last version`, async () => {
    const store = make();
    const lease = await store.lease("r1");
    for (let version = 1; version <= 3; version += 1) lease.derive({ path: "checkpoint.json", text: () => `version ${version}` });
    lease.derive({ path: "stages/01-facts/v1/output.json", text: () => "{}" });
    await lease.release();
    const later = await again(store).lease("r1");
    assert.equal(await later.readDerived("checkpoint.json"), "version 3");
    assert.equal(await later.readDerived("stages/01-facts/v1/output.json"), "{}");
    assert.equal(await later.readDerived("stages/02-draft/v1/output.json"), undefined);
    await later.release();
  });

  test(`${name}: a run goes on where it was left`, async () => {
    const store = make();
    const first = await store.lease("r1");
    await first.append(["one"]);
    await first.release();
    const second = await again(store).lease("r1");
    await second.append(["two"]);
    await second.release();
    assert.deepEqual((await store.read("r1")).lines, ["one", "two"]);
  });
}
