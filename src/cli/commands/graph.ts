import type { Command } from "commander";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { graphMermaid, graphText } from "../graph.js";
import { findPipeline, loadPipeline } from "../load-pipeline.js";
import { onlyOne } from "../only-one.js";
import { pipelinesIn } from "../pipeline-tree.js";
import { stageFacts } from "../stage-facts.js";

interface GraphOptions extends PrintOptions {
  readonly mermaid?: true;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<pipeline>", "a file, or the name of one in pipelines/ or of one that comes with the package")
    .option("--mermaid", "as a Mermaid flowchart");
  printOptions(command);
  examples(command, ["stagewright graph publisher", "stagewright graph pipelines/my.ts --mermaid > my.mmd"]);
  command.action(async (name: string, options: GraphOptions) => {
    onlyOne({ "--json": options.json, "--mermaid": options.mermaid });
    const { pipeline } = await loadPipeline(findPipeline(name, surroundings.cwd), surroundings.cwd);
    const facts = () => pipelinesIn(pipeline).map((one) => ({ name: one.name, stages: stageFacts(one) }));
    if (options.json) surroundings.out.write(`${JSON.stringify({ pipelines: facts() }, undefined, 2)}\n`);
    else surroundings.out.write(options.mermaid ? graphMermaid(pipeline) : graphText(pipeline));
    end(EXIT.done);
  });
}
