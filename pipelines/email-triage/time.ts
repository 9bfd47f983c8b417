import { z } from "zod";

/** A time on a clock whose zone nobody has said, for the calendar to look at. */
export const Span = z.object({ start: z.string(), end: z.string() });
export type Span = z.output<typeof Span>;

const MONTHS: readonly RegExp[] = [
  "jan(?:uary|uar|uarie)?|ian(?:uarie)?",
  "feb(?:ruary|ruar|ruarie)?",
  "mar(?:ch|tie)?|märz",
  "apr(?:il|ilie)?",
  "may|mai",
  "june?|juni|iunie",
  "july?|juli|iulie",
  "aug(?:ust)?",
  "sep(?:t|tember|tembrie)?",
  "o[ck]t(?:ober|ombrie)?",
  "nov(?:ember)?|noiembrie",
  "de[cz](?:ember|embrie)?",
].map((names) => new RegExp(`^(?:${names})$`, "iu"));

const HOUR_MS = 3_600_000;
/** What is said of the time stands near the day. */
const REACH = 60;

const DAYS: readonly { readonly form: RegExp; readonly order: "ymd" | "dmy" | "dMy" | "Mdy" }[] = [
  { form: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu, order: "ymd" },
  { form: /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/gu, order: "dmy" },
  { form: /(?<!\d)(\d{1,2})\.? (\p{L}{3,10})\.?(?:,? (\d{4}))?(?!\p{L})/gu, order: "dMy" },
  { form: /(?<!\p{L})(\p{L}{3,10})\.? (\d{1,2})(?:,? (\d{4}))?(?![\d:])/gu, order: "Mdy" },
];

const CLOCK =
  /(?<![\d.])(\d{1,2})[:.](\d{2})(?![\d.])(?:\s?([ap])\.?m\b)?|(?<!\d)(\d{1,2})\s?([ap])\.?m\b|\b(?:um|ora)\s(\d{1,2})(?![\d.:])|(?<!\d)(\d{1,2})\s?Uhr/iu;

/** The first time that a text names with its day: an hour from then on. A day without a year is one of the mail's year. */
export function spanIn(text: string, date: string | null): Span | undefined {
  const year = date?.slice(0, 4);
  for (const { form, order } of DAYS) {
    for (const found of text.matchAll(form)) {
      const day = dayOf(found, order, year);
      if (day === undefined) continue;
      const after = found.index + found[0].length;
      const minutes = clockIn(text.slice(after, after + REACH)) ?? clockIn(text.slice(Math.max(0, found.index - REACH), found.index));
      if (minutes !== undefined) return spanOf(day + minutes * 60_000);
    }
  }
  return undefined;
}

function dayOf([, one = "", two = "", three]: RegExpMatchArray, order: "ymd" | "dmy" | "dMy" | "Mdy", year: string | undefined) {
  const monthNamed = (name: string) => MONTHS.findIndex((month) => month.test(name)) + 1;
  const [y, m, d] = {
    ymd: () => [one, Number(two), three],
    dmy: () => [three, Number(two), one],
    dMy: () => [three ?? year, monthNamed(two), one],
    Mdy: () => [three ?? year, monthNamed(one), two],
  }[order]();
  const at = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)));
  const isReal = Number(m) > 0 && at.getUTCMonth() === Number(m) - 1 && at.getUTCDate() === Number(d);
  return isReal ? at.getTime() : undefined;
}

function clockIn(text: string): number | undefined {
  const found = CLOCK.exec(text);
  if (found === null) return undefined;
  const [, hours, minutes = "0", half, fullHours, fullHalf, said, uhr] = found;
  const hour = Number(hours ?? fullHours ?? said ?? uhr);
  const isAfternoon = (half ?? fullHalf)?.toLowerCase();
  const counted = isAfternoon === undefined ? hour : (hour % 12) + (isAfternoon === "p" ? 12 : 0);
  return counted < 24 && Number(minutes) < 60 ? counted * 60 + Number(minutes) : undefined;
}

function spanOf(start: number): Span {
  return { start: written(start), end: written(start + HOUR_MS) };
}

function written(clock: number): string {
  return new Date(clock).toISOString().slice(0, 19);
}
