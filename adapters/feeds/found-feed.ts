/** A passage as a feed holds it. */
export interface Passage {
  readonly kind: "text" | "html";
  readonly text: string;
  /** Where its relative links count from. */
  readonly base: string;
}

/** An entry as a feed says it: addresses made absolute, dates read, nothing made up for what is missing. */
export interface FoundEntry {
  readonly id: string | null;
  readonly url: string | null;
  readonly title: Passage | null;
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly summary: Passage | null;
  readonly content: Passage | null;
}

export interface FoundFeed {
  readonly format: "rss" | "rdf" | "atom" | "json";
  readonly title: Passage | null;
  readonly link: string | null;
  readonly description: Passage | null;
  readonly language: string | null;
  readonly updatedAt: string | null;
  /** In the order of the feed. */
  readonly entries: readonly FoundEntry[];
}
