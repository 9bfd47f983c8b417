export { decodeText } from "./decode-text.js";
export { type GetRequest, type Got, type PoliteClient, politeClient, type WebOptions } from "./polite-client.js";
export { beginning, politeWeb } from "./polite-web.js";
export { isPublicAddress } from "./public-address.js";
export { absolute, readableText } from "./readable-text.js";
export { webRecording } from "./recording.js";
export { WebLink, WebPage, WebResource, web } from "./web.js";
export { type Environment, webFromEnv } from "./web-from-env.js";
