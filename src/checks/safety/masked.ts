/** The beginning of a secret, by which its owner knows it, and nothing of the rest. */
export function masked(secret: string): string {
  return `${secret.slice(0, Math.min(4, Math.floor(secret.length / 4)))}…`;
}
