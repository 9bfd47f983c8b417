/** Put on the shelf once a person has approved it. */
import { z } from "zod";
import { deliver, gate, gather, input, pipeline, rollbackTo } from "../../../src/index.js";
import { shelf } from "./into-a-file.js";

export { adapters } from "./into-a-file.js";

const request = input(z.object({ text: z.string().default("The ice is thin.") }));
const draft = gather("draft", { needs: { request }, output: z.object({ text: z.string() }), run: ({ request }) => request });
const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
const post = deliver("post", { needs: { approve }, to: shelf, call: (shelf, { approve }) => shelf.put({ text: approve.text }) });

export const story = pipeline("notice", { description: "a notice on the shelf", input: request, stages: [draft, approve, post] });
