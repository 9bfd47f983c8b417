/** A server of the chat-completions format for the measure of calls: `node bench/model-server.mjs` prints its port. The model's name says how many bytes it answers. */
import { createServer } from "node:http";

const PIECE = "The cache holds twelve entries, and each is read twice a day. ";
const frame = (delta, reason = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const PIECE_FRAME = frame({ content: PIECE });
const END = `${frame({}, "stop")}data: ${JSON.stringify({ id: "c", model: "m", choices: [], usage: { prompt_tokens: 9, completion_tokens: 9 } })}\n\ndata: [DONE]\n\n`;

const server = createServer(async (request, response) => {
  // What it knows of itself is asked for too; it tells nothing.
  if (request.method !== "POST") return response.writeHead(404).end();
  let body = "";
  for await (const part of request) body += part;
  const bytes = Number(JSON.parse(body).model);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (let left = Math.ceil(bytes / PIECE.length); left > 0; left -= 200) {
    if (!response.write(PIECE_FRAME.repeat(Math.min(left, 200)))) await new Promise((done) => response.once("drain", done));
  }
  response.end(END);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
