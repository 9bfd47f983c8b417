import { z } from "zod";
import { calendar, email, Mail, type MailHead, replyHeaders } from "../adapters/index.js";
import { atLeast, decide, deliver, each, gate, gather, input, pipeline, StagewrightError, write } from "../src/dsl/index.js";
import { About, asData, cut, Earlier, earlierOf, warningsOf } from "./email-triage/about.js";
import { classify, MailClass, ownText, Verdict } from "./email-triage/classify.js";
import { agrees, Draft, draftFrom, promptOf, safeToSend, wellAnswered } from "./email-triage/draft.js";
import { Entry, entryOf, notedIfFree, spanOf, takenBy } from "./email-triage/entry.js";
import { classFrom, Unclear } from "./email-triage/guess.js";
import { askedTime, Meeting } from "./email-triage/meeting.js";
import { onlyTextChanged, Proposal, saysOf } from "./email-triage/proposal.js";
import { Answered, type Delivered, type Noted, reportOf } from "./email-triage/report.js";
import { bearingOn } from "./email-triage/sender.js";

const How = z.enum(["draft", "send"]);

export const request = input(
  z.object({
    mailbox: z
      .array(z.string().min(1))
      .default([])
      .describe("accounts by name, or paths of mbox files or Maildirs; the first account by default"),
    contacts: z.array(z.string()).default([]).describe("addresses that are known, beside those that were answered before"),
    how: How.default("draft").describe("put answers among the drafts, or send them"),
    maxMails: z.int().min(1).max(5_000).default(200).describe("how many mails are looked at, the oldest first"),
    unreadOnly: z.boolean().default(false).describe("leave out what was read"),
    calendar: z.string().min(1).optional().describe("in which calendar meetings are looked up"),
    timeZone: z.string().min(1).optional().describe("of times that mails name, such as Europe/Bucharest; the calendar's own by default"),
  }),
);

const Listed = z.object({
  account: z.string().nullable(),
  id: z.string(),
  subject: z.string(),
  from: z.string(),
  earlier: z.array(z.string()).describe("Mails of the same address before this one, the newest last"),
  known: z.array(z.string()).describe("The contact that decides who it is from: itself, or the one whose domain it imitates"),
});

const EARLIER = 3;

/** Which mails there are, by their headers; each is read by its own run. */
export const inbox = gather("inbox", {
  needs: { request },
  uses: { email },
  output: z.object({ mails: z.array(Listed), leftOut: z.boolean() }),
  timeoutMs: 600_000,
  run: async ({ request: { mailbox, contacts, maxMails, unreadOnly } }, { email }) => {
    const mails: Omit<z.output<typeof Listed>, "known">[] = [];
    const known = new Set(contacts.map((address) => address.toLowerCase()));
    let leftOut = false;
    for (const account of mailbox.length > 0 ? mailbox : [undefined]) {
      const before = new Map<string, string[]>();
      let after: string | null | undefined;
      do {
        const page = await email.listInbox({ ...(account !== undefined && { account }), limit: 100, ...(after && { after }) });
        for (const head of page.mails) {
          const from = head.from?.address.toLowerCase() ?? "";
          const earlier = before.get(from) ?? [];
          // Whom the reader has answered is known; a name in a mail makes nobody known.
          if (head.isAnswered && from !== "") known.add(from);
          if (!head.isAnswered && !(unreadOnly && head.isRead)) {
            if (mails.length < maxMails) mails.push(listed(head, account ?? null, earlier));
            else leftOut = true;
          }
          before.set(from, [...earlier, head.id].slice(-EARLIER));
        }
        after = page.next;
      } while (after !== null);
    }
    // Who is known is known only now, for an answer may stand behind the mail that it makes known.
    const contactOf = bearingOn([...known]);
    return { mails: mails.map((mail) => ({ ...mail, known: contactOf(mail.from) })), leftOut };
  },
});

function listed({ id, subject, from }: MailHead, account: string | null, earlier: readonly string[]) {
  return { account, id, subject, from: from?.address ?? "nobody", earlier: from === null ? [] : [...earlier] };
}

const asked = input(
  z.object({
    listed: Listed,
    how: How,
    calendar: z.string().optional(),
    timeZone: z.string().optional(),
  }),
);

const mail = gather("mail", {
  needs: { asked },
  uses: { email },
  output: z.object({ mail: Mail, history: z.array(Earlier) }),
  timeoutMs: 120_000,
  run: async ({ asked: { listed } }, { email }) => {
    const account = listed.account === null ? {} : { account: listed.account };
    const found = await email.readEmail({ ...account, id: listed.id });
    if (found === null)
      throw new StagewrightError("email-triage/gone", "the mail is no longer there", { hint: "list the inbox again with a new run" });
    const history: Earlier[] = [];
    for (const id of listed.earlier) {
      const one = await email.readEmail({ ...account, id });
      if (one !== null) history.push(earlierOf(one));
    }
    return { mail: found, history };
  },
});

/** By rules alone. What a mail that gives orders to a model leaves open is asked of none. */
const ruled = gather("ruled", {
  needs: { asked, mail },
  output: Verdict,
  run: ({ asked: { listed }, mail: { mail } }) => {
    const verdict = classify(mail, listed);
    return asData(`${mail.subject}\n${mail.text}`).orders.length === 0 ? verdict : { ...verdict, open: [] };
  },
});

const unclear = input(Unclear);

/** Only what the rules leave open is asked, and only a word that they leave open is an answer. */
const opinion = pipeline("email-triage-opinion", {
  input: unclear,
  stages: [
    write("opinion", {
      needs: { unclear },
      instructions: [new URL("email-triage/classes.md", import.meta.url)],
      prompt: ({ unclear }) => `Which class is this mail?\n\n\`\`\`json\n${JSON.stringify(unclear)}\n\`\`\``,
      output: MailClass,
      parse: (text, { unclear }) => classFrom(text, unclear),
      timeoutMs: 300_000,
    }),
  ],
});

const opinions = each("opinions", {
  needs: { mail, ruled },
  pipeline: opinion,
  over: ({ mail: { mail }, ruled: { open } }) =>
    open.length === 0 ? [] : [{ open, subject: asData(mail.subject).text, text: cut(asData(ownText(mail.text)).text) }],
  succeeds: atLeast(0),
});

/** Where the model has no word, the rules' own holds. */
const verdict = gather("verdict", {
  needs: { ruled, opinions },
  output: Verdict,
  run: ({ ruled, opinions: [said] }) =>
    said?.status === "done" && ruled.open.includes(said.output)
      ? { ...ruled, class: said.output, why: `${ruled.why}; a model calls it ${said.output}` }
      : ruled,
});

const answerable = decide("answerable", {
  needs: { verdict },
  ways: { answer: "go on", leave: "stop" },
  choose: ({ verdict }) => (isAnswered(verdict) ? "answer" : "leave"),
  because: ({ verdict }) => {
    const nobody = isAnswered({ ...verdict, mayAnswer: true }) && !verdict.mayAnswer ? ", and nobody is there to be answered" : "";
    return `${verdict.class}: ${verdict.why}${nobody}`;
  },
});

function isAnswered({ class: kind, mayAnswer }: Verdict): boolean {
  return mayAnswer && (kind === "action_required" || kind === "meeting");
}

/** What is in the calendar at the time that the mail names. */
const meeting = gather("meeting", {
  needs: { asked, mail, verdict },
  uses: { calendar },
  output: Meeting,
  timeoutMs: 120_000,
  run: async ({ asked: { calendar: name, timeZone }, mail: { mail }, verdict }, { calendar }) => {
    const time = verdict.class === "meeting" ? await askedTime(mail, { timeZone }) : undefined;
    if (time === undefined) return null;
    const span = { ...time.asked, calendar: name ?? null, timeZone: timeZone ?? null };
    const { isFree, conflicts } = await calendar.checkConflicts(spanOf(span));
    return { ...time, isFree, conflicts: conflicts.map(({ summary, start }) => `"${summary}" at ${start}`) };
  },
});

const about = gather("about", {
  needs: { mail, verdict, meeting },
  output: About,
  run: ({ mail: { mail, history }, verdict, meeting }) => ({
    class: verdict.class,
    sender: verdict.sender,
    subject: asData(mail.subject).text,
    text: cut(asData(ownText(mail.text)).text),
    history,
    meeting,
  }),
});

const draft = write("draft", {
  needs: { about },
  instructions: [new URL("email-triage/AGENT.md", import.meta.url)],
  lessons: "email-triage",
  prompt: ({ about }) => promptOf(about),
  output: Draft,
  parse: (text, { about }) => ({ markdown: draftFrom(text, about) }),
  dod: [wellAnswered(about), ...safeToSend],
  maxFeedbackTokens: 1_000,
  retries: 1,
  backoffMs: 100,
  timeoutMs: 600_000,
});

/** All of the proposal that is not the answer's text. */
const frame = gather("frame", {
  needs: { asked, mail, verdict, meeting },
  output: Proposal.omit({ markdown: true }),
  run: ({ asked: { listed, how, calendar, timeZone }, mail: { mail }, verdict, meeting }) => ({
    account: listed.account,
    mail: mail.id,
    subject: mail.subject,
    class: verdict.class,
    why: verdict.why,
    sender: verdict.sender,
    to: replyHeaders(mail, { own: [], all: false }).to.map(({ address }) => address),
    how,
    warnings: [...(verdict.sender.kind === "known" ? [] : [verdict.sender.why]), ...warningsOf(mail, meeting)],
    entry: entryOf(mail, { account: listed.account, meeting, how, calendar, timeZone }),
  }),
});

const proposal = gather("proposal", {
  needs: { frame, draft },
  output: Proposal,
  dod: [onlyTextChanged(frame), wellAnswered(about), ...safeToSend],
  run: ({ frame, draft }) => ({ ...frame, markdown: draft.markdown }),
});

const approve = gate("approve", { tier: 4, shows: proposal, says: (shown) => saysOf(shown) });

/** The mail and the time once more: while the gate waited, somebody may have answered, or taken the hour. */
const again = gather("again", {
  needs: { approve },
  uses: { email, calendar },
  output: z.object({ why: z.string().nullable() }),
  timeoutMs: 120_000,
  run: async ({ approve: { account, mail: id, entry, markdown } }, { email, calendar }) => {
    const found = await email.readEmail({ ...(account !== null && { account }), id });
    if (found === null) return { why: "nothing was sent: the mail has been moved or deleted meanwhile" };
    if (found.isAnswered) return { why: "nothing was sent: somebody has answered the mail meanwhile" };
    if (entry === null || !agrees(markdown)) return { why: null };
    const taken = await takenBy(entry, calendar);
    return { why: taken === null ? null : `nothing was sent: ${taken}` };
  },
});

const unchanged = decide("unchanged", {
  needs: { again },
  ways: { go: "go on", changed: "stop" },
  choose: ({ again }) => (again.why === null ? "go" : "changed"),
  because: ({ again }) => again.why ?? "",
});

const agreed = input(Entry);

/** By itself, so that a calendar that fails keeps no answer from going out. */
const note = pipeline("email-triage-entry", {
  input: agreed,
  stages: [
    deliver("noted", {
      needs: { agreed },
      to: calendar,
      timeoutMs: 120_000,
      call: (calendar, { agreed }): Promise<Noted> =>
        notedIfFree(agreed, calendar, async () => {
          const { summary, description, status } = agreed;
          const { start } = await calendar.createEvent({ ...spanOf(agreed), summary, description, status });
          return { start, status };
        }),
    }),
  ],
});

/** Before the answer is out: an hour that is agreed to is taken, so that no other answer agrees to it as well. */
const entries = each("entries", {
  needs: { approve },
  pipeline: note,
  over: ({ approve: { entry, markdown } }) => (entry !== null && agrees(markdown) ? [entry] : []),
  succeeds: atLeast(0),
});

const kept = decide("kept", {
  needs: { entries },
  ways: { go: "go on", taken: "stop" },
  choose: ({ entries: [entry] }) => (entry?.status === "done" && "taken" in entry.output ? "taken" : "go"),
  because: ({ entries: [entry] }) => (entry?.status === "done" && "taken" in entry.output ? `nothing was sent: ${entry.output.taken}` : ""),
});

const delivered = deliver("delivered", {
  needs: { approve },
  to: email,
  timeoutMs: 300_000,
  call: async (email, { approve: { account, mail, how, markdown } }): Promise<Delivered> => {
    const answer = { ...(account !== null && { account }), text: markdown, answers: { id: mail } };
    const { folder, to } = how === "send" ? await email.send(answer) : await email.draftReply(answer);
    return { how, folder, to: to.map(({ address }) => address) };
  },
});

const answered = gather("answered", {
  needs: { delivered, entries },
  output: Answered,
  run: ({ delivered, entries: [entry] }) => {
    if (entry === undefined) return { ...delivered, noted: null };
    if (entry.status !== "done") return { ...delivered, noted: `the calendar has no entry: ${entry.reason}` };
    if ("taken" in entry.output) return { ...delivered, noted: null };
    return { ...delivered, noted: `the calendar has ${entry.output.start}, ${entry.output.status}` };
  },
});

export const triageMail = pipeline("email-triage-mail", {
  input: asked,
  stages: [
    mail,
    ruled,
    opinions,
    verdict,
    answerable,
    meeting,
    about,
    draft,
    frame,
    proposal,
    approve,
    again,
    unchanged,
    entries,
    kept,
    delivered,
    answered,
  ],
});

/** Each mail by itself: one that fails or waits leaves the others to go on. */
export const triaged = each("triaged", {
  needs: { request, inbox },
  pipeline: triageMail,
  over: ({ request: { how, calendar, timeZone }, inbox: { mails } }) =>
    mails.map((listed) => ({
      listed,
      how,
      ...(calendar !== undefined && { calendar }),
      ...(timeZone !== undefined && { timeZone }),
    })),
  concurrency: 2,
  succeeds: atLeast(0),
});

export const summary = gather("report", {
  needs: { request, inbox, triaged },
  output: z.string(),
  run: ({ request: { maxMails }, inbox: { mails, leftOut }, triaged }) =>
    reportOf(mails, triaged, leftOut ? [`there are more than ${maxMails} mails: the rest was not looked at`] : []),
});

export default pipeline("email-triage", {
  description: "Each mail sorted by rules, and an answer drafted, checked and delivered once a person has agreed",
  input: request,
  stages: [inbox, triaged, summary],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return typeof outputs.report === "string" ? outputs.report : "";
}
