/** How a model writes a tool call. A server that knows the dialect takes the call out of the text; where none does, the text is this. */
export type Dialect = { readonly id: string; readonly writtenBy: string; readonly example: string; readonly source: string } & DialectForm;

type DialectForm =
  /** Between an opening and a closing mark, to the end of the text where the closing one is missing. A tag may have a namespace. */
  | {
      readonly form: "marks";
      readonly opens: readonly string[];
      readonly closes: readonly string[];
    }
  /** An opening mark, perhaps a name, and JSON. */
  | { readonly form: "mark-json"; readonly opens: readonly string[] }
  /** No mark but the JSON itself. */
  | { readonly form: "json" }
  /** A fenced block that is a call by its language, or by the JSON or the marks in it. */
  | { readonly form: "fence"; readonly languages: readonly string[] }
  /** A list of calls with named arguments, as Python has them. */
  | { readonly form: "python-list" }
  /** Two lines that begin with these words: a name, then what it is given. */
  | { readonly form: "lines"; readonly begins: readonly (readonly [name: string, given: string])[] }
  /** Tags with the name of a tool that the model was told of, and tags for what it is given. */
  | { readonly form: "named-tags" };

export const DIALECTS: readonly Dialect[] = [
  {
    id: "hermes",
    writtenBy: "Hermes 2 and 3, Qwen 2.5 and 3; Qwen 3 Coder and GLM 4.5 with XML inside",
    form: "marks",
    opens: ["<tool_call>", "<tool_calls>", "<tool_use>", "<function_call>", "<longcat_tool_call>", "<TOOLCALL>"],
    closes: ["</tool_call>", "</tool_calls>", "</tool_use>", "</function_call>", "</longcat_tool_call>", "</TOOLCALL>"],
    example: '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.py"}}\n</tool_call>',
    source: "NousResearch/Hermes-Function-Calling; chat templates of Qwen3, GLM-4.5, Seed-OSS, LongCat-Flash and Nemotron Nano",
  },
  {
    id: "function-equals",
    writtenBy: "Llama 3.1 with custom tools, Functionary 3.1; Qwen 3 Coder where it leaves its wrapper out",
    form: "marks",
    opens: ["<function=", "<function name="],
    closes: ["</function>"],
    example: '<function=read_file>{"path": "a.py"}</function>',
    source: "Llama 3.1 prompt formats; chat template of Qwen3-Coder; MiniCPM (with name=)",
  },
  {
    id: "invoke",
    writtenBy: "Claude, MiniMax M2, DeepSeek 3.2; others that have seen it often",
    form: "marks",
    opens: [
      "<function_calls>",
      "<minimax:tool_call>",
      "<invoke name=",
      "<｜DSML｜function_calls>",
      "<｜DSML｜tool_calls>",
      "<｜DSML｜invoke name=",
    ],
    closes: [
      "</function_calls>",
      "</minimax:tool_call>",
      "</invoke>",
      "</｜DSML｜function_calls>",
      "</｜DSML｜tool_calls>",
      "</｜DSML｜invoke>",
    ],
    example: '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.py</parameter>\n</invoke>\n</function_calls>',
    source: "Anthropic's guide to tool use; MiniMax-M2's guide to tool calling; encoding of DeepSeek-V3.2",
  },
  {
    id: "mistral",
    writtenBy: "Mistral 7B v0.3 to Devstral 2 and Ministral 3",
    form: "mark-json",
    opens: ["[TOOL_CALLS]"],
    example: '[TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "a.py"}, "id": "9Ae3bDc2F"}]',
    source: "mistral-common, instruct tokenizers v3 (a list) to v13 (name[ARGS]{…})",
  },
  {
    id: "llama-python-tag",
    writtenBy: "Llama 3.1, 3.2 and 3.3",
    form: "marks",
    opens: ["<|python_tag|>"],
    closes: ["<|eom_id|>", "<|eot_id|>"],
    example: '<|python_tag|>brave_search.call(query="weather in Menlo Park")<|eom_id|>',
    source: "Llama 3.1 prompt formats",
  },
  {
    id: "harmony",
    writtenBy: "gpt-oss",
    form: "marks",
    opens: [
      "<|start|>assistant<|channel|>commentary to=",
      "<|start|>assistant<|channel|>analysis to=",
      "<|channel|>commentary to=",
      "<|channel|>analysis to=",
      "<|start|>assistant to=",
      "<|start|>functions.",
      "<|channel|>commentary<|message|>",
      "<|start|>assistant<|channel|>commentary<|message|>",
    ],
    closes: ["<|call|>"],
    example: '<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "a.py"}<|call|>',
    source: "openai/harmony, docs/format.md",
  },
  {
    id: "deepseek",
    writtenBy: "DeepSeek V3, R1 and V3.1",
    form: "marks",
    opens: ["<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>"],
    closes: ["<｜tool▁calls▁end｜>", "<｜tool▁call▁end｜>"],
    example: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.py"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    source: "chat templates of DeepSeek-R1 and DeepSeek-V3.1",
  },
  {
    id: "kimi",
    writtenBy: "Kimi K2",
    form: "marks",
    opens: ["<|tool_calls_section_begin|>", "<|tool_call_begin|>"],
    closes: ["<|tool_calls_section_end|>", "<|tool_call_end|>"],
    example:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.py"}<|tool_call_end|>' +
      "<|tool_calls_section_end|>",
    source: "Kimi-K2, docs/tool_call_guidance.md",
  },
  {
    id: "granite",
    writtenBy: "Granite 3, Phi 4 mini",
    form: "mark-json",
    opens: ["<|tool_call|>"],
    example: '<|tool_call|>[{"name": "read_file", "arguments": {"path": "a.py"}}]',
    source: "chat templates of Granite-3.3 and Phi-4-mini",
  },
  {
    id: "lfm",
    writtenBy: "LFM 2",
    form: "marks",
    opens: ["<|tool_call_start|>"],
    closes: ["<|tool_call_end|>"],
    example: '<|tool_call_start|>[read_file(path="a.py")]<|tool_call_end|>',
    source: "model card of LFM2",
  },
  {
    id: "cohere",
    writtenBy: "Command R7B, Command A",
    form: "marks",
    opens: ["<|START_ACTION|>"],
    closes: ["<|END_ACTION|>"],
    example: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read_file", "parameters": {"path": "a.py"}}]<|END_ACTION|>',
    source: "chat template of c4ai-command-r7b",
  },
  {
    id: "gemma",
    writtenBy: "FunctionGemma, Gemma 4",
    form: "marks",
    opens: ["<start_function_call>", "<|tool_call>"],
    closes: ["<end_function_call>", "<tool_call|>"],
    example: "<start_function_call>call:read_file{path:<escape>a.py<escape>}<end_function_call>",
    source: "chat templates of FunctionGemma and Gemma 4",
  },
  {
    id: "bracket-tags",
    writtenBy: "models behind LM Studio's own prompt",
    form: "marks",
    opens: ["[TOOL_REQUEST]", "[TOOL_CALL]"],
    closes: ["[END_TOOL_REQUEST]", "[/TOOL_CALL]"],
    example: '[TOOL_REQUEST]{"name": "read_file", "arguments": {"path": "a.py"}}[END_TOOL_REQUEST]',
    source: "LM Studio's guide to tool use, models without a format of their own",
  },
  {
    id: "functionary",
    writtenBy: "Functionary 3.2",
    form: "mark-json",
    opens: [">>>"],
    example: '>>>read_file\n{"path": "a.py"}',
    source: "MeetKai/functionary, prompt template v3.llama3",
  },
  {
    id: "fence",
    writtenBy: "Gemma 2 and 3 (tool_code); many others, as JSON",
    form: "fence",
    languages: ["tool_code", "tool_call", "tool_calls", "function_call", "tool_use"],
    example: '```tool_code\nprint(read_file(path="a.py"))\n```',
    source: "Google's guide to function calling with Gemma",
  },
  {
    id: "json",
    writtenBy: "Llama 3.x, xLAM, Hammer; many small models whose prompt shows the tools as JSON",
    form: "json",
    example: '{"name": "read_file", "parameters": {"path": "a.py"}}',
    source: "Llama 3.1 prompt formats; model card of xLAM; llama.cpp's generic format (tool_call, tool_calls)",
  },
  {
    id: "python-list",
    writtenBy: "Llama 3.2 and 4, ToolACE, OLMo 3",
    form: "python-list",
    example: '[read_file(path="a.py"), list_files()]',
    source: "Llama 3.2 and Llama 4 prompt formats",
  },
  {
    id: "react",
    writtenBy: "models whose prompt asks for thought, action and input",
    form: "lines",
    begins: [
      ["Action:", "Action Input:"],
      ["Tool:", "Arguments:"],
      ["Tool:", "Input:"],
    ],
    example: 'Action: read_file\nAction Input: {"path": "a.py"}',
    source: "the ReAct prompt of LangChain and of Qwen 1.5",
  },
  {
    id: "named-tags",
    writtenBy: "any model whose prompt asks for a tag a tool",
    form: "named-tags",
    example: "<read_file>\n<path>a.py</path>\n</read_file>",
    source: "the prompts of Cline and Roo Code",
  },
];

/** What the result of a call stands in. A model that writes one has made it up. */
export const RESULT_MARKS: readonly string[] = [
  "<tool_response>",
  "<tool_result>",
  "<function_results>",
  "<｜tool▁outputs▁begin｜>",
  "[TOOL_RESULTS]",
  "<|tool_response>",
  "<start_function_response>",
  "```tool_output",
  "\nObservation:",
];

/** Marks that end a turn or belong to a call, and mean nothing where they stand alone. */
export const LONE_MARKS: readonly string[] = [
  "</parameter>",
  "</tools>",
  "<|im_end|>",
  "<|im_start|>assistant",
  "<|end|>",
  "<|return|>",
  "<|eot_id|>",
  "<|eom_id|>",
  "<|endoftext|>",
  "<|end_of_text|>",
  "<|END_OF_TURN_TOKEN|>",
  "<|END_RESPONSE|>",
  "<|START_RESPONSE|>",
  "<end_of_turn>",
  "<｜end▁of▁sentence｜>",
  "<|/tool_call|>",
  ">>>all",
];
