/** Puts notes on the same windows into a cache, over and over, until it is killed. */
import { DigestCache } from "../../src/reading/index.js";

const cache = new DigestCache(process.argv[2] ?? "");
const name = process.argv[3] ?? "";
for (let round = 0; ; round += 1) {
  for (let number = 0; number < 3; number += 1) {
    cache.put({ text: `window ${number}`, before: "" }, { model: "m", prompt: "1" }, `${name} ${round} `.repeat(4_000));
  }
  if (round === 0) console.log("begun");
}
