import { lastAtMost } from "../text/places.js";

/** Numbers with where each comes from. Exact ones are found by hash, ranges by binary search. */
export class NumberTable {
  readonly #from = new Map<number, string>();
  #sorted: Float64Array | undefined;

  /** The first to bring a number is the one that is named. */
  add(value: number, from: string): void {
    if (this.#from.has(value) || !Number.isFinite(value)) return;
    this.#from.set(value, from);
    this.#sorted = undefined;
  }

  has(value: number, half = 0): boolean {
    if (this.#from.has(value)) return true;
    if (half === 0) return false;
    const nearest = this.nearest(value);
    // What comes of a division is never quite exact.
    return nearest !== undefined && Math.abs(nearest.value - value) <= half * (1 + 1e-9);
  }

  nearest(value: number): { readonly value: number; readonly from: string } | undefined {
    this.#sorted ??= Float64Array.from(this.#from.keys()).sort();
    const sorted = this.#sorted;
    if (sorted.length === 0) return undefined;
    const at = lastAtMost(sorted.length, (index) => sorted[index] ?? 0, value);
    const [below, above] = [sorted[at] ?? 0, sorted[at + 1] ?? sorted[at] ?? 0];
    const best = Math.abs(above - value) < Math.abs(value - below) ? above : below;
    return { value: best, from: this.#from.get(best) ?? "" };
  }
}
