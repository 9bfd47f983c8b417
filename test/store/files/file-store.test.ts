import { fileStore } from "../../../src/store/index.js";
import { conformance } from "../conformance.js";
import { emptyFolder } from "./folder.js";

conformance(
  "files",
  () => fileStore(emptyFolder()),
  (store) => fileStore(store.title),
);
