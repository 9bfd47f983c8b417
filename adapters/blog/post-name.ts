import type { Post } from "./blog.js";

/** The file of a post; `number` from 2 on for a further post of the same day and slug. */
export function postName({ day, slug }: Pick<Post, "day" | "slug">, number: number): string {
  return `${day}-${slug}${number > 1 ? `-${number}` : ""}.md`;
}

/** The day of a post by its file's name; undefined for any other file. */
export function dayOf(name: string): string | undefined {
  const day = /^(\d{4}-\d{2}-\d{2})-[a-z0-9-]+\.md$/.exec(name)?.[1];
  return day !== undefined && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day) ? day : undefined;
}
