/** As few decimals as say it. */
export function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
