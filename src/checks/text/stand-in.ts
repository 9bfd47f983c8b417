/**
 * Stands in prose for what is not prose inside a line (code, an image, an address), so that the words on its two sides
 * stay apart. It is neither a letter nor a space.
 */
export const STAND_IN = "\uFFFC";
