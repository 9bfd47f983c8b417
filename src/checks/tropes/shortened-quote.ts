/** Past this many characters a quotation shows its two ends. */
const QUOTE_AT_MOST = 100;

/** Words as a finding quotes them. */
export function shortenedQuote(quote: string): string {
  const signs = [...quote];
  return signs.length <= QUOTE_AT_MOST ? quote : `${signs.slice(0, 60).join("")} … ${signs.slice(-30).join("")}`;
}
