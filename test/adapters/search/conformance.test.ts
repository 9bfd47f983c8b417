import { after } from "node:test";
import { search, searchRecording, searchServices } from "../../../adapters/search/index.js";
import { conforms } from "../conformance.js";
import { services } from "./services.js";

const { origin } = await services({ after });
const options = { searxng: `${origin}/searx`, crossref: origin, env: {}, pauseMs: 0 };
const samples = [
  { call: "web", request: { query: "ice" } },
  { call: "library", request: { query: "ice" } },
  { call: "work", request: { doi: "10.5555/ice.1" } },
  { call: "work", request: { doi: "10.5555/none" } },
];

conforms({ name: "search, searxng and crossref", ref: search, open: () => ({ implementation: searchServices(options), samples }) });

conforms({
  name: "search, recording",
  ref: search,
  open: () => ({ implementation: searchRecording({ reads: searchServices(options) }), samples }),
});
