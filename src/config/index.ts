export { Config, type ConfigInput, defineConfig, Listen } from "./config.js";
export { configuredModels, type ModelWorld } from "./configured-models.js";
export { modelText } from "./model-text.js";
export { readConfig } from "./read-config.js";
