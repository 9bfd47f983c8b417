import { InvalidArgumentError } from "commander";

/** Reads an option that is a whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`it is a whole number of at least ${least}`);
  };
}
