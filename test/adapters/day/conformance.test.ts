import { day, dayRecording } from "../../../adapters/day/index.js";
import { conforms } from "../conformance.js";
import { dayRoom, ZONE } from "./rig.js";

const ON = { day: "2026-03-19", zone: ZONE };
const SAMPLES = [
  { call: "messages", request: ON },
  { call: "runs", request: ON },
  { call: "notes", request: ON },
  { call: "context", request: {} },
  { call: "corrections", request: { since: "2026-03-18T00:00:00Z" } },
  { call: "health", request: {} },
  { call: "lessons", request: { name: "publisher" } },
  { call: "lessonNames", request: {} },
  { call: "claimed", request: { topic: "nudge" } },
  { call: "claim", request: { topic: "nudge", keys: ["a", "b"] } },
  { call: "addNote", request: { day: "2026-03-20", title: "Evening", text: "Metres are in." } },
  { call: "learn", request: { name: "publisher", description: "Keep it short.", by: "ana", evidence: "Too long.", of: "m1" } },
];

conforms({ name: "day, folder of the store", ref: day, open: (t) => ({ implementation: dayRoom(t).open(), samples: SAMPLES }) });
conforms({ name: "day, recording", ref: day, open: () => ({ implementation: dayRecording(), samples: SAMPLES }) });
conforms({
  name: "day, recording that reads for real",
  ref: day,
  open: (t) => ({ implementation: dayRecording({ reads: dayRoom(t).open() }), samples: SAMPLES }),
});
