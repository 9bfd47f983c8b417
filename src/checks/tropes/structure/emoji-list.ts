import { type Hit, hitOf, type StructureRule } from "../trope.js";
import { isEmoji, mayOpenWithEmoji } from "./emoji-heading.js";

export const emojiList: StructureRule = {
  id: "tropes/emoji-list",
  kind: "an emoji in place of a bullet",
  severity: "error",
  why: "A row of pictures before the lines of a list dresses it as an advertisement.",
  fix: "Take the pictures out; a list has bullets of its own",
  counts: "two or more items or paragraphs in a row that open with an emoji; the finding stands at the first",
  examples: {
    bad: ["- ✨ Small\n- 🚀 Quick\n", "🚀 It is quick.\n\n🔥 It is small.", "- ✅ It builds\n- ✅ It runs\n- ✅ It stops\n"],
    good: ["- Small\n- Quick\n", "🚀 was the only reaction.\n\nNobody wrote a word.", "| ✅ | ❌ |\n|---|---|\n| ✅ | ❌ |\n"],
  },
  finder() {
    let run: Hit[] = [];
    const close = () => {
      const [first] = run;
      const hits = first && run.length > 1 ? [first] : [];
      run = [];
      return hits;
    };
    return (passage) => {
      if (passage?.kind !== "paragraph" && passage?.kind !== "listItem") return close();
      if (!mayOpenWithEmoji(passage.tokens) || !isEmoji(passage.tokens.texts[0] ?? "")) return close();
      run.push(hitOf(passage, 0, 0));
      return [];
    };
  },
};
