/** Opens the index of a folder, puts a document in, begins to put in many more, and says so; it is killed then. */
import { openSearch } from "../../src/search/index.js";

const index = await openSearch({ folder: process.argv[2] ?? "" });
index.index([{ id: "kept", text: "lamp" }]);
const last = {
  id: "last",
  get text(): string {
    // In the middle of a transaction, with SQLite's own lock held.
    process.kill(process.pid, "SIGKILL");
    return "";
  },
};
const hold = process.argv[3] === "hold";
if (hold) {
  console.log("open");
  setInterval(() => {}, 1_000);
} else {
  // More than SQLite keeps in memory, so that part of it stands in the file already.
  const text = `lamp ${"-".repeat(30_000)} lamp`;
  index.index([...Array.from({ length: 150 }, (_, number) => ({ id: `lost ${number}`, text })), last]);
}
