/** Everything that could give a secret away: a stage that prints it, a server that repeats it, and one that fails while it does. */
import { z } from "zod";
import { email, mailServer } from "../../adapters/email/index.js";
import { gitHubIssues, issues } from "../../adapters/issues/index.js";
import { credential, deliver, gather, input, pipeline } from "../../src/index.js";

const { GITHUB_URL = "", IMAP_PORT = "" } = process.env;
const here = { host: "127.0.0.1", port: Number(IMAP_PORT), secure: false };
const account = { name: "home", address: "ana@example.org", user: "ana", passwordFrom: "MAIL_PASSWORD", imap: here, smtp: here };

export const adapters = [gitHubIssues({ baseUrl: GITHUB_URL, repo: "ana/notes" }), mailServer({ accounts: [account] })];

const request = input(z.object({ from: z.enum(["github", "mail"]) }));

const printed = gather("printed", {
  needs: { request },
  output: z.unknown(),
  run: () => {
    const token = credential("GITHUB_TOKEN", { env: process.env });
    console.log("this is", token);
    return `Bearer ${token}`;
  },
});
const read = gather("read", { needs: { printed }, uses: { issues }, output: z.unknown(), run: (_needs, { issues }) => issues.list({}) });
const failing = deliver("failing", {
  needs: { request, read },
  to: issues,
  retries: 0,
  call: async (issues, { request: { from } }) => (from === "github" ? issues.comment({ number: 1, body: "Hello" }) : undefined),
});
const mails = gather("mails", {
  needs: { failing },
  uses: { email },
  output: z.unknown(),
  run: (_needs, { email }) => email.listInbox({}),
});

export default pipeline("leaky", { input: request, stages: [printed, read, failing, mails] });
