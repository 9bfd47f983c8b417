import type { TemplateSource } from "../template.js";

/** A long text, read whole: each part once, by code's count, then what runs through all of them. */
export const bookReport: TemplateSource = {
  kind: "book-report",
  title: "a report on a book that was read from the first part to the last",
  kinds: {
    read: {
      phase: "gather",
      role: "a reader who reads one part of a book at a time",
      does: "Say what happens or is argued in this part, in the order of the text, with the names that it has. Quote at most two passages, word for word.",
      gathers: ["sources"],
      done: { sections: ["What it says"], words: { max: 350 } },
    },
    thread: {
      phase: "work",
      role: "a critic who has the notes on all parts",
      does: "Follow what runs through the parts: people, places, arguments, and how they change. Name the parts that you speak of by the names of their tasks.",
      done: { sections: ["Threads", "Turning points"], words: { max: 800 } },
    },
    proof: {
      phase: "verify",
      role: "a proof-reader who compares a text with the notes that it is from",
      does: "Name what the threads claim and the notes on the parts do not carry.",
      done: { sections: ["Not carried"], words: { max: 400 } },
    },
  },
  tasks: [
    { name: "part", kind: "read", title: "Read", forEach: "part" },
    { name: "threads", kind: "thread", title: "Follow what runs through the book", needs: ["part"] },
    { name: "proof", kind: "proof", title: "Hold the threads to the notes", needs: ["part", "threads"] },
  ],
  partChars: 12_000,
  report: {
    role: "a reviewer who writes for people who have not read the book",
    sections: ["What the book is about", "How it goes", "What stands out"],
  },
};
