import { hiddenForms } from "./hidden-forms.js";

/** Node looks for this symbol when it prints a value. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * A secret that shows its name wherever it is printed, joined to a text or made JSON of. Only `reveal` gives it away, for
 * the one call that needs it.
 */
export class Credential {
  readonly name: string;
  readonly #secret: string;
  /** Where it stands in other texts; undefined where it is empty. */
  readonly #forms: RegExp | undefined;

  constructor(name: string, secret: string) {
    this.name = name;
    this.#secret = secret;
    this.#forms = hiddenForms(secret);
  }

  reveal(): string {
    return this.#secret;
  }

  /** A text of somebody else's, as a server's message, without the secret in any form in which servers repeat one. */
  hideIn(text: string): string {
    return this.#forms === undefined ? text : text.replace(this.#forms, () => this.toString());
  }

  toString(): string {
    return `[credential ${this.name}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [INSPECT](): string {
    return this.toString();
  }
}
