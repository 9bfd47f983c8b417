/** Makes `import` take TypeScript; not needed where this very file came through the same loader. */
export async function understandTypeScript(): Promise<void> {
  if (import.meta.url.endsWith(".ts")) return;
  // A folder whose package.json does not say "type": "module" has its files loaded the other way.
  const { register: registerCommonJs } = await import("tsx/cjs/api");
  registerCommonJs();
  const { register } = await import("tsx/esm/api");
  register();
}
