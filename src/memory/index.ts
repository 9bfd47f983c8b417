export { type ActiveFacts, activeMs, type JournalFacts, journalDue } from "./journal-due.js";
export type { JournalEntry } from "./journal-entry.js";
export { type ContextShare, type LoadedMemory, type LoadOptions, loadMemory } from "./load-memory.js";
export { type Memory, type MemoryOptions, memoryLock, openMemory } from "./memory.js";
export { MemoryRules, type MemoryRulesInput } from "./memory-rules.js";
export { MemorySettings } from "./memory-settings.js";
export type { Section } from "./section.js";
