import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { mayRead, parseRobots } from "../../../adapters/web/robots.js";

const may = (text: string, path: string) => mayRead(parseRobots(text, "stagewright"), new URL(path, "https://example.org"));

describe("a robots.txt", () => {
  it("its longest rule that fits decides, and of two of one length the one that allows", () => {
    const text = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nDisallow: /same\nAllow: /same";
    assert.deepEqual(
      ["/", "/a", "/a/b", "/a/b/c", "/abc", "/same"].map((path) => may(text, path)),
      [true, false, true, false, false, true],
    );
  });

  it("a group that names the robot counts alone, in whatever case, and several of them together", () => {
    const text =
      "User-agent: *\nDisallow: /\n\nUser-Agent: other\nuser-agent: Stagewright/2.0\nDisallow: /x # why\n\nUser-agent: stagewright\nDisallow: /y";
    assert.deepEqual(
      ["/", "/x", "/y"].map((path) => may(text, path)),
      [true, false, false],
    );
  });

  it("stars and the dollar sign are read as such", () => {
    const text = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /private*/\nDisallow: /*?session=";
    assert.deepEqual(
      ["/a.pdf", "/a.pdf?x", "/private", "/private-1/x", "/p?session=1", "/p?x"].map((path) => may(text, path)),
      [false, true, true, false, false, true],
    );
  });

  it("what may be written with percent signs or without is the same", () => {
    assert.equal(may("User-agent: *\nDisallow: /%7Ejoe/", "/~joe/x"), false);
    assert.equal(may("User-agent: *\nDisallow: /caf%c3%a9", "/café"), false);
    assert.equal(may("User-agent: *\nDisallow: /café", "/caf%C3%A9"), false);
  });

  it("an empty rule, rules before any robot, and lines that are none forbid nothing", () => {
    for (const text of [
      "",
      "\uFEFFUser-agent: *\r\nDisallow:",
      "Disallow: /",
      "<html>Disallow: /</html>",
      "User-agent: other\nDisallow: /",
    ]) {
      assert.equal(may(text, "/x"), true, text);
    }
  });

  it("the delay that is asked for is read in milliseconds", () => {
    assert.equal(parseRobots("User-agent: *\nCrawl-delay: 2.5\nDisallow:", "stagewright").crawlDelayMs, 2_500);
    assert.equal(parseRobots("User-agent: *\nCrawl-delay: soon", "stagewright").crawlDelayMs, undefined);
  });

  it("a pattern fits as the regular expression does that it stands for", () => {
    const part = fc.stringMatching(/^[ab/]{0,3}$/);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.stringMatching(/^[ab/]{0,8}$/),
        (parts, isEnded, path) => {
          const pattern = `/${parts.join("*")}${isEnded ? "$" : ""}`;
          const expected = new RegExp(`^/${parts.join(".*")}${isEnded ? "$" : ""}`).test(`/${path}`);
          const rules = { rules: [{ isAllowed: false, path: pattern }], crawlDelayMs: undefined };
          const url = { pathname: `/${path}`, search: "" } as URL;
          assert.equal(mayRead(rules, url), !expected, `${pattern} on /${path}`);
        },
      ),
    );
  });
});
