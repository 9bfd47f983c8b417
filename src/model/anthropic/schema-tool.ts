type JsonSchema = Readonly<Record<string, unknown>>;

const NAME = "answer";
/** The property that holds an answer which is no object itself: a tool's arguments must be one. */
const INNER = "answer";

/** A tool whose arguments are the answer. */
export function schemaTool(schema: JsonSchema) {
  return { name: NAME, description: "Gives the answer. Call it once, with all of it.", input_schema: asObject(schema) };
}

function asObject(schema: JsonSchema): JsonSchema {
  const { $schema: _, ...bare } = schema;
  if (isObject(bare)) return bare;
  // References count from the root, so what they lead to must stay there.
  const { $defs, ...inner } = bare;
  return { type: "object", properties: { [INNER]: inner }, required: [INNER], ...($defs !== undefined && { $defs }) };
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === "object" || Object.keys(schema).length === 0;
}

/** The answer in the tool's arguments, as JSON. What is not whole JSON is given as it came. */
export function answerIn(json: string, schema: JsonSchema): string {
  if (isObject(schema)) return json;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && INNER in value ? JSON.stringify(value[INNER]) : json;
  } catch {
    return json;
  }
}
