/** Whether the last digit of a card number fits the others (ISO/IEC 7812, Luhn). */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Whether the check digits of an IBAN without spaces fit (ISO 13616: the remainder by 97 is 1). */
export function isIban(iban: string): boolean {
  let remainder = 0;
  for (const mark of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(mark, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const CNP_WEIGHTS = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];

/** Whether 13 digits are a Romanian personal number: a day of birth, a county and a last digit that fits. */
export function isCnp(digits: string): boolean {
  const [sex = 0, ...rest] = [...digits].map(Number);
  if (rest.length !== 12 || sex === 0) return false;
  const month = Number(digits.slice(3, 5));
  const day = Number(digits.slice(5, 7));
  const county = Number(digits.slice(7, 9));
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  if (county < 1 || (county > 52 && county !== 70 && county !== 80)) return false;
  const sum = CNP_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0) % 11;
  return Number(digits[12]) === (sum === 10 ? 1 : sum);
}
