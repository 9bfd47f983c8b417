import { after } from "node:test";
import { git, gitProgram, gitRecording } from "../../../adapters/git/index.js";
import { conforms } from "../conformance.js";
import { CLEAN, repository } from "./repository.js";

const COMMITS = [{ authored: "2026-03-19T10:00:00+02:00", message: "Begin", files: { "a.txt": "one\n" } }];

const repo = repository({ after }, COMMITS);

const samples = [
  { call: "name", request: { repo } },
  { call: "newestDay", request: { repo } },
  { call: "log", request: { repo, day: "2026-03-19" } },
  { call: "diffStat", request: { repo, day: "2026-03-19" } },
];

conforms({
  name: "git, the git program",
  ref: git,
  open: () => ({ implementation: gitProgram({ cwd: "/", env: CLEAN }), samples }),
});

conforms({
  name: "git, recording",
  ref: git,
  open: () => ({
    implementation: gitRecording({ reads: gitProgram({ cwd: "/", env: CLEAN }) }),
    samples,
  }),
});
