/** The same cases for everybody in CI; new ones at home, or those of a seed: `FAST_CHECK_SEED=7 npm test -- core`. */
export function seed(): number {
  const given = process.env.FAST_CHECK_SEED;
  if (given !== undefined) return Number(given);
  return process.env.CI ? 20_260_319 : Date.now() % 2 ** 31;
}
