/** As environment variables are named by custom. A password that stands in the place of its name is hardly ever one. */
export function isCredentialName(name: string): boolean {
  return /^[A-Z_][A-Z0-9_]*$/.test(name);
}
