export { RouteChoice, RouteQuestion } from "./choice.js";
export { type Reliability, type RouteExplanation, type Router, type RouterParts, type RuleTried, router } from "./router.js";
export { Routes } from "./routes.js";
