// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the inputs are code of TypeScript and shell.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { commentsIn } from "../../../src/checks/comments/index.js";

function comments(path: string, text: string): readonly string[] | undefined {
  return commentsIn(path, text)?.map(({ from, to }) => text.slice(from, to));
}

test("TypeScript: strings, templates with code in them, and regular expressions hold no comments", () => {
  assert.deepEqual(
    comments(
      "a.ts",
      [
        "#!/usr/bin/env node",
        'const url = "http://a.example"; // one',
        "const half = a / b /* two */ / c;",
        "const pattern = /[/*]\\/\\/ no/g;",
        "const text = `// no ${ call(/* three */ `${'// no'}`) } // no`;",
        "if (/\\/\\*/.test(text)) /re\\/\\//.exec(text); // four",
        "const cast = <string>text; /** five",
        " * lines */ const generic = <T>(x: T) => x;",
        "const escaped = \"\\\"// no\"; const single = '\\'/* no */';",
      ].join("\n"),
    ),
    ["#!/usr/bin/env node", "// one", "/* two */", "/* three */", "// four", "/** five\n * lines */"],
  );
});

test("TSX: text and attributes hold no comments, braces do", () => {
  assert.deepEqual(
    comments("a.tsx", "const a = <a title='// no' href=\"/*no*/\">// no, https://no {/* one */} {b /* two */}</a>; // three\n"),
    ["/* one */", "/* two */", "// three"],
  );
});

test("Python: docstrings are comments, other strings are not", () => {
  assert.deepEqual(
    comments(
      "a.py",
      [
        "#!/usr/bin/python3",
        "# one",
        '"""Two',
        'lines."""',
        'text = "# no"',
        '"""no: not the first statement"""',
        "def f():",
        "    # three",
        "    r'''four'''",
        '    return f"{text!r:#>10} # no {text}"  # five',
        "class A:",
        '    "six" "seven"',
        '    x = """',
        '# no"""',
        'async def g(): "eight"',
        "if True:",
        '    "no: a branch has none"',
        "class B:",
        '    f"no: formatted"',
        "class C:",
        '    b"no: bytes"',
      ].join("\n"),
    ),
    ["#!/usr/bin/python3", "# one", '"""Two\nlines."""', "# three", "r'''four'''", "# five", '"six" "seven"', '"eight"'],
  );
});

test("Go: raw strings and runes hold no comments", () => {
  assert.deepEqual(
    comments(
      "a.go",
      "package a // one\nvar a = `// no\n/* no */`\nvar b = '\"' // two\nvar c = \"/* no\" /* three\nlines */\nvar d = '/'\n",
    ),
    ["// one", "// two", "/* three\nlines */"],
  );
});

test("Rust: comments in comments, raw strings, and lifetimes that are no characters", () => {
  assert.deepEqual(
    comments(
      "a.rs",
      "//! one\nfn f<'a>(x: &'a str) -> char { let q = '\"'; /* a /* b */ two */ let s = r##\"// no \"# \"##; let b = b'/'; let t = br\"//\"; '/' } /// three\n",
    ),
    ["//! one", "/* a /* b */ two */", "/// three"],
  );
});

test("shell: quotes, heredocs, expansions, arithmetic and words hold no comments", () => {
  assert.deepEqual(
    comments(
      "a.sh",
      [
        "#!/bin/bash",
        "echo $# \"# no\" '# no' a#b \\# no \\",
        "# one: the line before goes on behind a space",
        "echo foo\\",
        "#no: and here in a word",
        "x=${y#z}; z=${y##*/ # no} # two",
        'echo "${x:-it\'s # no}" # three',
        "echo \"${x#'}'} # no\" # four",
        "cat <<EOF <<'# no' # five",
        "# no",
        "EOF",
        "# neither",
        "# no",
        "cat <<-END; echo $(( 16#ff << 2 )) #six",
        "\t# no",
        "\tEND",
        "y=$(case $x in a) echo b # seven",
        ";; esac) # eight",
        "z=`echo a # nine` # ten",
        "(( x = 16#f )) # eleven",
        "((echo a; # twelve",
        "echo b) ) # thirteen",
        "if [[ $x == @(#|b) ]]; then :;fi # fourteen",
        "echo $'it\\'s # no' $(x)#no",
        "(cd x)# fifteen",
        "a=(1 # sixteen",
        " 2)",
        "cat <<< '# no' # seventeen",
        'echo "$(echo "# no" # eighteen',
        ')"',
      ].join("\n"),
    )?.map((comment) => comment.split(":")[0]),
    [
      "#!/bin/bash",
      "# one",
      "# two",
      "# three",
      "# four",
      "# five",
      "#six",
      "# seven",
      "# eight",
      "# nine",
      "# ten",
      "# eleven",
      "# twelve",
      "# thirteen",
      "# fourteen",
      "# fifteen",
      "# sixteen",
      "# seventeen",
      "# eighteen",
    ],
  );
});

test("a line feed is no part of a comment, nor is the carriage return before it", () => {
  assert.deepEqual(comments("a.sh", "a # one\r\nb # two"), ["# one", "# two"]);
  assert.deepEqual(comments("a.rs", "// one\n/// two\n"), ["// one", "/// two"]);
});

test("a script without an ending is known by its first line, and another language is not known", () => {
  assert.deepEqual(comments("bin/run", "#!/usr/bin/env -S bash -e\n# one"), ["#!/usr/bin/env -S bash -e", "# one"]);
  assert.deepEqual(comments("bin/run", "#!/usr/bin/env python3\n'''one'''"), ["#!/usr/bin/env python3", "'''one'''"]);
  assert.equal(comments("a.css", "/* one */"), undefined);
  assert.equal(comments("Makefile", "# one"), undefined);
});

/** Pieces of code of which it is known whether they are comments; each ends where the next may begin. */
const PIECES: Readonly<Record<string, { readonly code: readonly string[]; readonly comments: readonly string[] }>> = {
  "a.ts": {
    code: ['f("// no");\n', "f('/* no */');\n", "f(`// ${1} /* no`);\n", "f(/\\/\\*[/]/);\n", "f(4 / 2 / 1);\n", "f(`${`//`}`);\n"],
    comments: ["// a\n", "/* b */", "/** c\n * d */"],
  },
  "a.py": { code: ['f("# no")\n', "f('''\n# no\n''')\n", 'f(f"{1:#x} # no")\n', "f(r'\\#')\n"], comments: ["# a\n", "#\n"] },
  "a.go": { code: ['var _ = "// no"\n', "var _ = `/* no\n*/`\n", "var _ = '/'\n"], comments: ["// a\n", "/* b\n */"] },
  "a.rs": {
    code: ['f("// no");\n', 'f(r#"/* "no */"#);\n', "f('/');\n", "f::<'static>();\n"],
    comments: ["// a\n", "/* b /* c */ */", "/// d\n"],
  },
  "a.sh": {
    code: [
      'f "# no"\n',
      "f '# no'\n",
      "f $# ${a#b} a#b\n",
      "f <<E\n# no\nE\n",
      'f "$(f "# no")"\n',
      "f \\# no\n",
      "f $((16#a))\n",
      "f ${a:-\\}# no}\n",
    ],
    comments: ["# a\n", "#\n", "#b 'c\n"],
  },
};

test("of any row of pieces just the comments are found", () => {
  for (const [path, { code, comments: all }] of Object.entries(PIECES)) {
    const piece = fc.oneof(
      fc.constantFrom(...code).map((text) => ({ text, isComment: false })),
      fc.constantFrom(...all).map((text) => ({ text, isComment: true })),
    );
    const head =
      path === "a.py" ? [{ text: "import a\n", isComment: false }] : path === "a.go" ? [{ text: "package a\n", isComment: false }] : [];
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const row = [...head, ...pieces];
        assert.deepEqual(
          comments(path, row.map(({ text }) => text).join("")),
          row.filter(({ isComment }) => isComment).map(({ text }) => text.trimEnd()),
        );
      }),
      { numRuns: 60 },
    );
  }
});

test("any text is read without throwing, and its comments are ranges in their order", () => {
  const parts = fc.constantFrom(
    "'",
    '"',
    "`",
    "#",
    "//",
    "/*",
    "*/",
    "${",
    "}",
    "$(",
    ")",
    "((",
    "))",
    "<<E",
    "\n",
    "\\",
    " ",
    "case ",
    "esac",
    'r#"',
    "'''",
    "a",
    "<",
    "{",
  );
  const anyText = fc.array(fc.oneof(parts, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 60 }).map((list) => list.join(""));
  fc.assert(
    fc.property(fc.constantFrom("a.ts", "a.tsx", "a.py", "a.go", "a.rs", "a.sh"), anyText, (path, text) => {
      let end = 0;
      for (const { from, to } of commentsIn(path, text) ?? []) {
        assert.ok(from >= end && to >= from && to <= text.length, `${from}-${to} after ${end}`);
        end = to;
      }
    }),
    { numRuns: 400 },
  );
});

test("in the sources of the checks each line of a comment opens as one", () => {
  const folder = join(import.meta.dirname, "../../../src/checks/comments");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    const found = comments(name, text) ?? [];
    assert.ok(found.every((comment) => /^\/(?:\/|\*)/.test(comment)));
    // The house style has no comment behind code, so that lines by their first signs are all there are.
    assert.deepEqual(found.length, text.match(/^ *(?:\/\/|\/\*\*)/gm)?.length ?? 0, name);
  }
});
