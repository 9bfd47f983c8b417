import { tmpdir } from "node:os";
import { allowedCommands, commands, commandsRecording } from "../../../adapters/commands/index.js";
import { conforms } from "../conformance.js";

const real = () => allowedCommands({ cwd: tmpdir(), allow: [{ program: "echo", rest: /\w+/ }] });
const samples = [{ call: "run", request: { program: "echo", args: ["thaw"] } }];

conforms({ name: "commands, programs", ref: commands, open: () => ({ implementation: real(), samples }) });

conforms({ name: "commands, recording", ref: commands, open: () => ({ implementation: commandsRecording({ reads: real() }), samples }) });
