/** The front matter of an issue's file as it stands there: what is not understood or not asked about stays as it is. */
export interface Fields {
  text(name: string): string | undefined;
  list(name: string): string[];
  /** The same with a field set; undefined takes it out. */
  with(name: string, value: string | readonly string[] | undefined): Fields;
  readonly lines: readonly string[];
}

interface Field {
  readonly name: string;
  readonly lines: readonly string[];
}

export function readFields(lines: readonly string[]): Fields {
  const fields: Field[] = [];
  for (const line of lines) {
    const name = /^([A-Za-z][\w-]*)\s*:/.exec(line)?.[1];
    const last = fields.at(-1);
    if (name !== undefined) fields.push({ name, lines: [line] });
    else if (last === undefined) fields.push({ name: "", lines: [line] });
    else fields[fields.length - 1] = { ...last, lines: [...last.lines, line] };
  }
  return fieldsOf(fields);
}

function fieldsOf(fields: readonly Field[]): Fields {
  const find = (name: string) => fields.find((field) => field.name === name);
  return {
    lines: fields.flatMap(({ lines }) => lines),
    text: (name) => {
      const field = find(name);
      return field && plain(besideName(field));
    },
    list(name) {
      const field = find(name);
      if (field === undefined) return [];
      const below = field.lines.slice(1).flatMap((line) => /^\s*-\s+(.*)$/.exec(line)?.[1] ?? []);
      const beside = besideName(field).replace(/^\[(.*)\]$/, "$1");
      return [...parts(beside), ...below].map((part) => plain(part.trim())).filter((part) => part !== "");
    },
    with(name, value) {
      const line =
        value === undefined ? [] : [`${name}: ${typeof value === "string" ? quoted(value) : `[${value.map(quoted).join(", ")}]`}`];
      const set = { name, lines: line };
      if (find(name) === undefined) return fieldsOf(value === undefined ? fields : [...fields, set]);
      return fieldsOf(fields.flatMap((field) => (field.name !== name ? [field] : value === undefined ? [] : [set])));
    },
  };
}

function besideName({ lines, name }: Field): string {
  return (lines[0] ?? "").slice(name.length).replace(/^\s*:/, "").trim();
}

/** At the commas that are not inside quotes. */
function parts(text: string): string[] {
  return text.match(/("(\\.|[^"\\])*"|'[^']*'|[^,])+/g) ?? [];
}

function plain(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

/** As it is where YAML reads it as that text, else as a JSON string, which is one of YAML, too. */
function quoted(value: string): string {
  return /^[A-Za-z][A-Za-z0-9 _./-]*$/.test(value) && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(value) && value === value.trim()
    ? value
    : /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)
      ? value
      : JSON.stringify(value);
}
