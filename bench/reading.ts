import { readDocument, windowsOf } from "../src/reading/index.js";
import { openSearch } from "../src/search/index.js";
import { inTurn, type Measure, type Measured, msOf } from "./measure.js";
import { reviewText } from "./review-text.js";

const TIMES = 5;
const CHARS = 1_000_000;
const MOST_GROWTH = 2.3;
/** What a window of a small model holds. */
const WINDOW = { maxTokens: 3_000, overlap: 100, estimate: (text: string) => Math.ceil(text.length / 4) };
/** One split takes a few ms, too few to compare. */
const SPLITS = 20;
/** Short windows are cut most often, and each cut looks for sentences. */
const SHORT = { maxTokens: 100, estimate: WINDOW.estimate };

/** What a book of a million characters costs to read, to split and to search, and how that grows with twice as much. */
export const reading: Measure = async () => {
  const book = await documentOf(CHARS);
  const double = await documentOf(2 * CHARS);
  // The first time does not count: the compiler of the engine has to see the code first.
  await indexed(book);
  return [
    await growth(
      "Markdown read",
      () => msOf(() => readDocument({ name: "book.md", content: `${book.text} ` })),
      () => msOf(() => readDocument({ name: "book.md", content: `${double.text} ` })),
    ),
    await growth(
      "split 20 times into windows of 3,000 tokens",
      () => msOf(() => split(book, WINDOW)),
      () => msOf(() => split(double, WINDOW)),
    ),
    await growth(
      "split 20 times into windows of 100 tokens",
      () => msOf(() => split(book, SHORT)),
      () => msOf(() => split(double, SHORT)),
    ),
    await growth(
      "put into a search index",
      () => msOf(() => indexed(book)),
      () => msOf(() => indexed(double)),
    ),
    await again(book),
  ];
};

type Book = Awaited<ReturnType<typeof documentOf>>;

async function documentOf(chars: number) {
  return readDocument({ name: "book.md", content: reviewText(chars) });
}

function split(book: Book, options: typeof WINDOW | typeof SHORT): void {
  for (let time = 0; time < SPLITS; time += 1) windowsOf(book, options);
}

async function indexed(book: Book): Promise<void> {
  const index = await openSearch();
  index.index([book]);
  index.close();
}

async function growth(what: string, one: () => Promise<number>, two: () => Promise<number>): Promise<Measured> {
  const { ratio, oursMs, theirsMs } = await inTurn(TIMES, two, one);
  return {
    what: `a book of 2 million characters ${what}, against one of a million`,
    ratio,
    most: MOST_GROWTH,
    detail: `${Math.round(oursMs)} ms, ${Math.round(theirsMs)} ms`,
  };
}

/** A book that is in the index already costs its sum. */
async function again(book: Book): Promise<Measured> {
  const index = await openSearch();
  const { ratio, oursMs, theirsMs } = await inTurn(
    TIMES,
    () => msOf(() => index.index([book])),
    () => {
      index.remove(book.id);
      return msOf(() => index.index([book]));
    },
  );
  index.close();
  return {
    what: "a book put into the index again as it is, against the first time",
    ratio,
    most: 0.1,
    detail: `${oursMs.toFixed(1)} ms, ${Math.round(theirsMs)} ms`,
  };
}
