/** Commands of a terminal, which are said in spans as code is. */
const COMMAND =
  /^(?:\$ |npm |npx |yarn |pnpm |git |node |deno |bun |cargo |go (?:test|build|run|vet|mod) |python3? |pip3? |make(?: |$)|curl |docker |bash |sh |cd |rm |ls |cat |brew |apt |kubectl |--?[a-z])/;
const STATEMENT =
  /[;{}]|=>|[^=!<>]=[^=]|===?|!==?|&&|\|\||^(?:if|for|while|return|const|let|var|def|fn|func|class|await|throw|raise|import|export|else|except|catch|try|match|switch|case|with) |->|:=/;
/** The arguments of a call as reviews tell them: names, objects of names, dots; not what is worked out. */
const TOLD = "(?:[\\p{L}\\p{N}_$\\s,{}…]|\\.{3}){0,120}";
const LOOSE_CALL = new RegExp(`^((?:[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.|::|->)){0,6}[\\p{L}_$][\\p{L}\\p{N}_$]*)!?\\(${TOLD}\\)$`, "u");
/** What a function takes, told by itself. */
const SIGNATURE = new RegExp(`^\\(${TOLD}\\)$`, "u");
const NAME = /^(?:[\p{L}_$#@][\p{L}\p{N}_$]*(?:\.|::|->|#)){0,6}[\p{L}_$#@][\p{L}\p{N}_$]*!?(?:\(\))?$/u;

/** A piece of code in a span: a name, a call that may be told with other arguments than it is made with, or code as it is written. */
export type Snippet =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly text: string }
  | { readonly kind: "code"; readonly text: string; readonly isStatement: boolean };

export function snippetOf(text: string): Snippet | undefined {
  if (text.length < 2 || text.length > 2_000 || COMMAND.test(text) || SIGNATURE.test(text)) return undefined;
  if (NAME.test(text)) return { kind: "name", name: lastName(text.replace(/!?(?:\(\))?$/, "")) };
  const call = LOOSE_CALL.exec(text)?.[1];
  if (call !== undefined) return { kind: "call", name: lastName(call), text };
  if (text.length < 4 || (text.length < 8 && !/[\p{L}_]{2}/u.test(text))) return undefined;
  // A value, an address, a type by itself: nothing that is quoted.
  if (/^(["'])[^"']*\1$/.test(text) || /^[a-z]+:\/\//.test(text) || /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(text)) return undefined;
  return { kind: "code", text, isStatement: STATEMENT.test(text) && text.length >= 6 };
}

function lastName(dotted: string): string {
  return dotted.slice(
    Math.max(dotted.lastIndexOf("."), dotted.lastIndexOf(":"), dotted.lastIndexOf(">"), dotted.lastIndexOf("#"), dotted.lastIndexOf("@")) +
      1,
  );
}

/** A name that is hardly met by chance: with a hump or an underscore, or long. */
export function isDistinctive(name: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(name) || name.length >= 9;
}

const KEYWORDS = new Set(
  "await async return const let var function class if else for while do switch case break continue try catch finally throw new delete typeof void null undefined true false this super import export default from as of in yield static public private protected readonly interface type enum def lambda pass raise except with not and or is None True False self elif global nonlocal assert fn pub mut impl trait struct match use mod crate where unsafe move ref func package defer go chan select range map nil string number boolean any unknown never object int float bool str list dict set tuple echo local then fi esac done exit error err eslint prettier strict null-check timeout retry".split(
    " ",
  ),
);

export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}
