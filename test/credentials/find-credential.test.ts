import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { inspect } from "node:util";
import { credential, credentialIfAny } from "../../src/credentials/index.js";

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "credentials-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

function written(file: string, text: string, mode = 0o600): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

/** The whole error, as a person or a log would see it, must not hold the secret. */
function refuses(make: () => unknown, wanted: object, secret = "wolf17"): void {
  assert.throws(make, wanted);
  assert.throws(make, (error) => {
    assert.doesNotMatch(inspect(error, { showHidden: true, depth: null }), new RegExp(secret));
    return true;
  });
}

const env = {};

describe("a credential is looked for", () => {
  it("in the environment first, and then in the file", (t) => {
    const file = written(join(emptyFolder(t), "kept"), "MAIL_PASSWORD=in the file\n");
    const both = { env: { MAIL_PASSWORD: "in the environment" }, file };
    assert.equal(credential("MAIL_PASSWORD", both).reveal(), "in the environment");
    assert.equal(credential("MAIL_PASSWORD", { env: { MAIL_PASSWORD: "" }, file }).reveal(), "in the file");
  });

  it("by several names in their order, in the environment before the file", (t) => {
    const file = written(join(emptyFolder(t), "kept"), "GITHUB_TOKEN=one\nGH_TOKEN=two\n");
    const names = ["GITHUB_TOKEN", "GH_TOKEN"];
    assert.equal(credentialIfAny(names, { env: {}, file })?.reveal(), "one");
    assert.equal(credentialIfAny(names, { env: { GH_TOKEN: "three" }, file })?.reveal(), "three");
    assert.equal(credentialIfAny(["OTHER"], { env: {}, file }), undefined);
  });

  it("in the folder of settings of the environment, where no file is named", (t) => {
    const [home, config] = [emptyFolder(t), emptyFolder(t)];
    written(join(home, ".config/stagewright/credentials"), "A=at home\n");
    written(join(config, "stagewright/credentials"), "A=in the settings\n");
    assert.equal(credential("A", { env: { HOME: home } }).reveal(), "at home");
    assert.equal(credential("A", { env: { HOME: home, XDG_CONFIG_HOME: "relative" } }).reveal(), "at home");
    assert.equal(credential("A", { env: { HOME: home, XDG_CONFIG_HOME: config } }).reveal(), "in the settings");
  });

  it("and where there is none, the variable and the file are named", () => {
    refuses(() => credential("MAIL_PASSWORD", { env: { HOME: "/nowhere" } }), {
      code: "credentials/none",
      message: 'the credential "MAIL_PASSWORD" is neither in the environment nor in the file "/nowhere/.config/stagewright/credentials"',
      hint: "set MAIL_PASSWORD, or add the line MAIL_PASSWORD=… to that file, with mode 600",
    });
    refuses(() => credential("MAIL_PASSWORD", { env }), {
      code: "credentials/none",
      message: 'the credential "MAIL_PASSWORD" is not in the environment',
      hint: "set MAIL_PASSWORD",
    });
  });

  it("by a name alone: a secret in its place is refused, and not repeated", () => {
    refuses(() => credential("wolf17", { env }), {
      code: "credentials/name",
      message: "what was given as the name of a credential is none",
      hint: "give the name of an environment variable, in capitals as MAIL_PASSWORD, and not the secret",
    });
  });
});

describe("a credentials file", () => {
  it("has a line for each, as a shell could read it, and comments", (t) => {
    const lines = ["\uFEFF# of the office", "", "  export A = wolf # 17 ", "B='#1 = \"x\" '\r", 'C="it\'s"', "D=a=b==", "E=", "# F=1"];
    const file = written(join(emptyFolder(t), "kept"), lines.join("\n"));
    const found = ["A", "B", "C", "D", "E", "F"].map((name) => credentialIfAny([name], { env, file })?.reveal());
    assert.deepEqual(found, ["wolf # 17", '#1 = "x" ', "it's", "a=b==", undefined, undefined]);
  });

  it("that others may read, write or run is refused, with the command that mends it", (t) => {
    const folder = emptyFolder(t);
    const file = written(join(folder, "kept"), "A=wolf17\n");
    for (const mode of [0o644, 0o640, 0o620, 0o601]) {
      chmodSync(file, mode);
      refuses(() => credential("A", { env, file }), {
        code: "credentials/open-to-others",
        message: `the credentials file "${file}" is open to others: its mode is ${mode.toString(8)}, not 600`,
        hint: `chmod 600 ${file}`,
        place: file,
      });
    }
    for (const mode of [0o600, 0o400]) {
      chmodSync(file, mode);
      assert.equal(credential("A", { env, file }).reveal(), "wolf17");
    }
    const spaced = written(join(folder, "ana's file"), "A=wolf17\n", 0o644);
    refuses(() => credential("A", { env, file: spaced }), { hint: `chmod 600 '${folder}/ana'\\''s file'` });
  });

  it("that is malformed is named by its line, and nothing of the line is shown", (t) => {
    const file = join(emptyFolder(t), "kept");
    const hint = "write a line for each as NAME=value, the name in capitals, with quotes around the value or without";
    for (const line of ["wolf17", "A='wolf17", 'A="', "wolf17=", "A B=wolf17", "=wolf17"]) {
      written(file, `A=1\n\n${line}\n`);
      refuses(() => credential("A", { env, file }), {
        code: "credentials/line",
        message: `line 3 of the credentials file "${file}" is not NAME=value`,
        hint,
        place: `${file}:3`,
      });
    }
    written(file, "A=1\nWOLF17=\nWOLF17=\n");
    refuses(
      () => credential("A", { env, file }),
      { code: "credentials/line", message: `line 3 of the credentials file "${file}" has the same name as line 2` },
      "WOLF17",
    );
  });

  it("that is none is an error, and one that is not there is nothing", (t) => {
    const folder = emptyFolder(t);
    refuses(() => credential("A", { env, file: folder }), {
      code: "credentials/file",
      message: `the credentials file "${folder}" cannot be read: it is no file`,
      hint: "make it a file that you may read, and nobody else",
    });
    const long = join(folder, "a".repeat(300));
    refuses(() => credential("A", { env, file: long }), {
      code: "credentials/file",
      message: `the credentials file "${long}" cannot be read: ENAMETOOLONG`,
    });
    refuses(() => credential("A", { env, file: "/dev/null/kept" }), { code: "credentials/none" });
  });
});
