/** A language whose comments are known. */
export type Language = "typescript" | "tsx" | "python" | "go" | "rust" | "shell";

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  jsx: "tsx",
  js: "tsx",
  mjs: "tsx",
  cjs: "tsx",
  py: "python",
  pyi: "python",
  go: "go",
  rs: "rust",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  ksh: "shell",
  bats: "shell",
};

const BY_INTERPRETER: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:ba|da|k|z)?sh\b/, "shell"],
  [/\bpython[\d.]*\b/, "python"],
  [/\b(?:node|deno|bun|tsx)\b/, "tsx"],
];

/** By the end of the file's name, or for a script without one by its first line; `undefined` for a language that is not known. */
export function languageOfPath(path: string, text: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  if (dot > 0) return BY_EXTENSION[name.slice(dot + 1).toLowerCase()];
  const interpreter = /^#!([^\n]{1,200})/.exec(text)?.[1];
  return interpreter === undefined ? undefined : BY_INTERPRETER.find(([pattern]) => pattern.test(interpreter))?.[1];
}
