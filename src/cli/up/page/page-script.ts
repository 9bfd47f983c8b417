/** What runs in the page: it follows by server-sent events, and sends without leaving. Texts go in as text, never as HTML. */
export const PAGE_SCRIPT = `
const { pathname, search } = location;
const [log, state, form, field] = ["log", "state"].map((id) => document.getElementById(id)).concat(document.forms[0], document.getElementById("text"));
const line = (name, text) => {
  const made = document.createElement("p");
  made.className = name;
  made.textContent = text;
  return made;
};
const events = new EventSource(pathname + "/events" + search);
events.onopen = () => (state.textContent = "");
events.onerror = () => (state.textContent = "Not connected; it is tried again.");
events.onmessage = ({ data }) => {
  const { way, text, subject, at } = JSON.parse(data);
  const item = document.createElement("div");
  item.className = way;
  item.append(line("who", (way === "in" ? "You" : "Stagewright") + ", " + new Date(at).toLocaleString()));
  if (subject !== undefined) item.append(line("subject", subject));
  item.append(line("text", text));
  log.append(item);
  item.scrollIntoView({ block: "nearest" });
};
// The same message that is sent again, since its answer was lost, is one.
let unsent = { text: "", id: "" };
const send = async () => {
  const text = field.value.trim();
  if (text === "") return;
  if (unsent.text !== text) unsent = { text, id: Date.now() + "-" + Math.random().toString(36).slice(2) };
  try {
    const answer = await fetch(pathname + search, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(unsent) });
    if (!answer.ok) throw new Error(await answer.text());
    unsent = { text: "", id: "" };
    field.value = "";
    state.textContent = "";
  } catch (error) {
    state.textContent = "It was not sent: " + error.message + " Send it again.";
  }
  field.focus();
};
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void send();
});
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void send();
});
`;
