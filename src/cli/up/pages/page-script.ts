/** What a page does by itself: it follows, and sends without being loaded anew. What is said is put in as text, never as HTML. */
export const SCRIPT = `
const log = document.getElementById("log");
const state = document.getElementById("state");
const form = document.querySelector("form");
const field = document.getElementById("text");
const seen = new Set();
let writing;
const events = new EventSource(log.dataset.events);
events.addEventListener("open", () => { state.textContent = "Connected."; });
events.addEventListener("error", () => {
  state.textContent = events.readyState === EventSource.CLOSED
    ? "Nothing is served under this link now. Load the page again later."
    : "Not connected. It is tried again.";
});
events.addEventListener("message", ({ lastEventId, data }) => {
  if (seen.has(lastEventId)) return;
  seen.add(lastEventId);
  const { way, text, subject, at } = JSON.parse(data);
  const message = document.createElement("div");
  message.className = "message " + (way === "in" ? "in" : "out");
  const head = document.createElement("p");
  head.className = "hint";
  head.textContent = (way === "in" ? "You" : "Stagewright") + ", " + new Date(at).toLocaleString();
  const body = document.createElement("p");
  body.className = "said";
  body.textContent = subject === undefined ? text : subject + "\\n\\n" + text;
  message.append(head, body);
  log.append(message);
  message.scrollIntoView({ block: "nearest" });
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = field.value;
  if (text.trim() === "") return;
  // The same text sent again after a failure is the same message.
  if (writing === undefined || writing.text !== text) {
    writing = { text, id: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("") };
  }
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(writing),
    });
    if (!answer.ok) throw new Error(await answer.text());
    writing = undefined;
    if (field.value === text) field.value = "";
    state.textContent = "Sent.";
  } catch (error) {
    state.textContent = "It was not sent: " + error.message.trim() + " Send it again.";
  }
  field.focus();
});
`;
