import { after } from "node:test";
import { feeds, feedsRecording, politeFeeds } from "../../../adapters/feeds/index.js";
import { conforms } from "../conformance.js";
import { loopback } from "../web/loopback.js";

const feed =
  "<rss><channel><title>Thaw</title><item><title>One</title><description>&lt;b&gt;1&lt;/b&gt;</description></item></channel></rss>";
const site = await loopback({ after }, { "/robots.txt": { status: 404 }, "/feed": feed });
const options = { hosts: [site.host], privateHosts: [site.host], pauseMs: 0, now: () => new Date("2026-03-19T08:00:00Z") };
const samples = [{ call: "read", request: { url: `${site.origin}/feed` } }];

conforms({ name: "feeds, http", ref: feeds, open: () => ({ implementation: politeFeeds(options), samples }) });

conforms({
  name: "feeds, recording",
  ref: feeds,
  open: () => ({ implementation: feedsRecording({ reads: politeFeeds(options) }), samples }),
});
