/** Words by which services say that an account has run out, and not that there is too much at once. */
const WORDS = [
  // OpenAI and those that speak like it.
  /"(?:code|type)"\s*:\s*"(?:insufficient_quota|billing_hard_limit_reached|billing_not_active)"/,
  /exceeded your current quota/i,
  // Anthropic answers 400, DeepSeek 402.
  /credit balance is too low/i,
  /insufficient (?:balance|credits|funds)/i,
];

const LOOKED_AT = 8_000;

/** Whether a refusal is for want of money or quota: another try with this key will not help, another key may. */
export function isOutOfQuota(status: number, body: string): boolean {
  if (status === 402) return true;
  if (status !== 400 && status !== 403 && status !== 429) return false;
  const text = body.slice(0, LOOKED_AT);
  return WORDS.some((words) => words.test(text));
}
