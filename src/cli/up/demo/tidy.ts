import { z } from "zod";
import { gather, input, pipeline } from "../../../dsl/index.js";

const request = input(z.object({}));
const swept = gather("swept", { output: z.string(), run: () => "nothing lay about" });

export const report = ({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }) => String(outputs.swept);
export const tidy = pipeline("tidy", { description: "looks whether anything lies about", input: request, stages: [swept] });
