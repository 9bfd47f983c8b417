#!/usr/bin/env node
import { main } from "./index.js";

// Should anything keep the answer from ever coming, that must not look like success.
process.exitCode = 1;
process.exitCode = await main(process.argv.slice(2));
