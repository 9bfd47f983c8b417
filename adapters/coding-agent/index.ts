export type { AgentRulesInput } from "./agent-rules.js";
export { Built, CodeChange, CodeChanges, codingAgent, Pushed, Start, Tested } from "./coding-agent.js";
export { type CodingAgentsOptions, codingAgents } from "./coding-agents.js";
export { type CodingAgentRecordingOptions, codingAgentRecording } from "./recording.js";
