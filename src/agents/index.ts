export type { Agent } from "./agent.js";
export { type AgentFault, agentFaultText } from "./fault.js";
export { type LoadAgentsOptions, type LoadedAgents, loadAgents, type ReadingDisk } from "./load-agents.js";
export { type StageTarget, type TriggerTarget, type Wiring, wiringFaults } from "./wiring-faults.js";
