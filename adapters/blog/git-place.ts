import { resolve } from "node:path";
import { StagewrightError } from "../../src/dsl/index.js";
import { isThisMachine } from "../this-machine.js";

/** The address of a repository as git is given it; a path counts from `cwd`. Throws `blog/address`. */
export function gitRemoteOf(remote: string, cwd: string): string {
  const wrong = (because: string, hint: string) =>
    new StagewrightError("blog/address", `"${remote.replace(/\/\/[^/]*@/, "//…@")}" ${because}`, { hint });
  if (!remote.includes("://") && !/^[\w.-]+@[\w.-]+:/.test(remote)) {
    // "ext::…" and the like name a program that git would run.
    if (remote === "" || remote.startsWith("-") || remote.includes("::")) {
      throw wrong("is not the address of a repository", "give it as https://…, ssh://…, git@host:path or a path");
    }
    return resolve(cwd, remote);
  }
  if (/^(ssh:\/\/)?[\w.-]+@[\w.-]+[:/]/.test(remote)) return remote;
  const address = URL.canParse(remote) ? new URL(remote) : undefined;
  if (address === undefined || !/^(https?|ssh|file):$/.test(address.protocol) || address.host.startsWith("-")) {
    throw wrong("is not the address of a repository", "give it as https://…, ssh://…, git@host:path or a path");
  }
  if (address.username !== "" || address.password !== "") {
    throw wrong("has the user or the password in it", "give `user`, and as `passwordFrom` the environment variable of the token");
  }
  if (address.protocol === "http:" && !isThisMachine(address.hostname)) {
    throw wrong("would have the posts and the token sent in the clear", "use https:// or ssh://");
  }
  return remote;
}

/** A folder inside a repository, with a slash at its end; empty for the top. Throws `blog/folder`. */
export function repositoryFolderOf(folder: string): string {
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  const isInside = !folder.startsWith("/") && !parts.some((part) => part === ".." || /^\.git$/i.test(part) || /[\0\\\n]/.test(part));
  if (!isInside) {
    throw new StagewrightError("blog/folder", `"${folder}" is no folder inside the repository`, {
      hint: "name one by its path from the top of the repository, as content/posts",
    });
  }
  return parts.map((part) => `${part}/`).join("");
}
