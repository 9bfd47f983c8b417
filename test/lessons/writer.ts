/** A process of its own that adds lessons until it has added `count`, and says how many are on the disk: for lesson-file.test.ts. */
import { lessonFile } from "../../src/lessons/index.js";

const [folder = "", name = "", who = "", count = "0"] = process.argv.slice(2);
const file = lessonFile(folder, name);
for (let nth = 1; nth <= Number(count); nth += 1) {
  const words = Array.from(`${who}${nth}`, (sign) => `${sign}${sign}${sign}`).join(" ");
  await file.append([{ at: "2026-11-20T00:00:00Z", id: `${who}-${nth}`, severity: "info", description: `Lesson ${words}.` }]);
  process.stdout.write(`${nth}\n`);
}
