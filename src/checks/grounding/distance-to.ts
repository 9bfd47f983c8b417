const BITS = 32;
const ASCII = 128;

/**
 * How many letters must be put in, taken out or changed to make other texts of `text`: for one text against many. Takes 32 letters in one
 * step, as bits of a number (Myers 1999, in the form of Hyyrö 2003). Where it is plain that they are more than `most` it stops counting.
 */
export function distanceTo(text: string): (other: string, most?: number) => number {
  if (text.length > 0 && text.length <= BITS) return distanceToShort(text);
  const blocks = Math.ceil(text.length / BITS);
  const none = new Int32Array(blocks);
  const places = new Map<number, Int32Array>();
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const bits = places.get(unit) ?? new Int32Array(blocks);
    bits[Math.floor(at / BITS)] = (bits[Math.floor(at / BITS)] ?? 0) | (1 << (at % BITS));
    places.set(unit, bits);
  }
  const [more, less] = [new Int32Array(blocks), new Int32Array(blocks)];
  return (other, most = Number.POSITIVE_INFINITY) => {
    more.fill(-1);
    less.fill(0);
    let distance = text.length;
    for (let column = 0; column < other.length; column += 1) {
      const equals = places.get(other.charCodeAt(column)) ?? none;
      let carried = 1;
      for (let block = 0; block < blocks; block += 1) {
        const [up, down] = [more[block] ?? 0, less[block] ?? 0];
        const equal = (equals[block] ?? 0) | (carried < 0 ? 1 : 0);
        const vertical = (equals[block] ?? 0) | down;
        const horizontal = ((((equal & up) + up) | 0) ^ up) | equal;
        let rises = down | ~(horizontal | up);
        let falls = up & horizontal;
        const last = 1 << (block === blocks - 1 ? (text.length - 1) % BITS : BITS - 1);
        const next = (rises & last) !== 0 ? 1 : (falls & last) !== 0 ? -1 : 0;
        rises = (rises << 1) | (carried > 0 ? 1 : 0);
        falls = (falls << 1) | (carried < 0 ? 1 : 0);
        more[block] = falls | ~(vertical | rises);
        less[block] = rises & vertical;
        carried = next;
      }
      if (blocks > 0) distance += carried;
      // Each letter that is left can make it one less at most.
      if (distance - (other.length - column - 1) > most) return Number.POSITIVE_INFINITY;
    }
    return blocks === 0 ? other.length : distance;
  };
}

/** The same where the letters of `text` fit into one number, as those of nearly all words and names do. */
function distanceToShort(text: string): (other: string, most?: number) => number {
  const { length } = text;
  const places = new Int32Array(ASCII);
  const others = new Map<number, number>();
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < ASCII) places[unit] = (places[unit] ?? 0) | (1 << at);
    else others.set(unit, (others.get(unit) ?? 0) | (1 << at));
  }
  const last = 1 << (length - 1);
  return (other, most = Number.POSITIVE_INFINITY) => {
    const columns = other.length;
    let [up, down, distance] = [-1, 0, length];
    for (let column = 0; column < columns; column += 1) {
      const unit = other.charCodeAt(column);
      const equal = (unit < ASCII ? places[unit] : others.get(unit)) ?? 0;
      const horizontal = ((((equal & up) + up) | 0) ^ up) | equal;
      const rises = down | ~(horizontal | up);
      const falls = up & horizontal;
      if ((rises & last) !== 0) distance += 1;
      else if ((falls & last) !== 0) distance -= 1;
      const vertical = equal | down;
      const raised = (rises << 1) | 1;
      up = (falls << 1) | ~(vertical | raised);
      down = raised & vertical;
      if (distance - (columns - column - 1) > most) return Number.POSITIVE_INFINITY;
    }
    return distance;
  };
}
