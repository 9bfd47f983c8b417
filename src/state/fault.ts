/** Something that a person wrote and that cannot be used as it is. */
export interface Fault {
  /** A file, with its line and column where they are known, or a key. */
  readonly where: string;
  readonly what: string;
  readonly doInstead: string;
}
