import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { indexPage } from "../../../adapters/blog/index-page.js";

describe("the index page", () => {
  it("lists the posts, newest day first, those of one day by name", () => {
    const page = indexPage([
      { path: "2026-03-18-thaw.md", day: "2026-03-18", title: "Thaw" },
      { path: "2026-03-19-rain.md", day: "2026-03-19", title: "Rain", summary: "It rained." },
      { path: "2026-03-19-mud.md", day: "2026-03-19", title: "Mud" },
    ]);
    assert.equal(
      page,
      `<!-- Written by stagewright from the posts beside it. Edits are lost. -->

# Posts

- 2026-03-19: [Mud](2026-03-19-mud.md)
- 2026-03-19: [Rain](2026-03-19-rain.md): It rained.
- 2026-03-18: [Thaw](2026-03-18-thaw.md)
`,
    );
  });

  it("a title is text, whatever markup it looks like", () => {
    const page = indexPage([{ path: "2026-03-18-x.md", day: "2026-03-18", title: "a](b) *c* `d` <e>\n\n# f & \\g" }]);
    assert.equal(page.split("\n")[4], "- 2026-03-18: [a\\](b) \\*c\\* \\`d\\` \\<e\\> # f \\& \\\\g](2026-03-18-x.md)");
  });
});
