import { join } from "node:path";

/** Where in a test's folder the runs are kept, and where the outside is. */
export function placesIn(folder: string): { readonly runs: string; readonly outside: string } {
  return { runs: join(folder, "runs"), outside: join(folder, "outside", "posts.txt") };
}
