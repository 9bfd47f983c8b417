import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type Link, type Page, readPage } from "./page.js";

/** Links to a file that is not there, or to a heading that its page does not have. What leads to the web is not followed. */
export function linkFaults({ links }: Page, root: string): readonly string[] {
  return links.flatMap((link) => {
    const fault = linkFault(link, root);
    return fault === undefined ? [] : [`${link.page}:${link.line}: ${fault}`];
  });
}

function linkFault({ page, target }: Link, root: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [path = "", anchor] = decodeURIComponent(target).split("#");
  const file = path === "" ? page : normalize(join(dirname(page), path));
  if (file.startsWith("..") || path.startsWith("/")) return `the link "${target}" leads out of the repository`;
  if (!existsSync(join(root, file))) return `the link "${target}" leads to "${file}", which is not there`;
  if (anchor === undefined || !file.endsWith(".md")) return undefined;
  if (readPage(file, readFileSync(join(root, file), "utf8")).anchors.has(anchor)) return undefined;
  return `the link "${target}" leads to a heading that "${file}" does not have`;
}
