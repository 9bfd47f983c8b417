import { after } from "node:test";
import { politeWeb, web, webRecording } from "../../../adapters/web/index.js";
import { conforms } from "../conformance.js";
import { loopback } from "./loopback.js";

const site = await loopback({ after }, { "/robots.txt": { status: 404 }, "/": "<title>Thaw</title>It <a href='/2'>thaws</a>." });
const options = { hosts: [site.host], privateHosts: [site.host], pauseMs: 0, now: () => new Date("2026-03-19T08:00:00Z") };
const samples = ["fetch", "page"].map((call) => ({ call, request: { url: `${site.origin}/` } }));

conforms({ name: "web, http", ref: web, open: () => ({ implementation: politeWeb(options), samples }) });

conforms({ name: "web, recording", ref: web, open: () => ({ implementation: webRecording({ reads: politeWeb(options) }), samples }) });
