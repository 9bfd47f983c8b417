export { type FilePinsOptions, filePins, type PinCheck, type Pins } from "./pins.js";
