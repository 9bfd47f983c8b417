import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { StagewrightError } from "../../../dsl/index.js";
import type { ExitCode } from "../../exit-code.js";
import { loadConfig } from "../../load-config.js";
import type { OpenStore } from "../../open-store.js";
import { errorText } from "../../print-error.js";
import { signedBy } from "../../signed-by.js";
import { type Surroundings, untilSignal } from "../../surroundings.js";
import { resumptions } from "../resumptions.js";
import { pages } from "./pages.js";
import { gatesServer, linkTo } from "./server.js";
import { sessions } from "./sessions.js";

interface Asked {
  readonly open: OpenStore;
  readonly port: number | undefined;
  readonly surroundings: Surroundings;
}

/** Serves the page where people decide, to this machine alone, until a signal comes. */
export async function serveGates({ open, port, surroundings }: Asked): Promise<ExitCode> {
  const { out, err } = surroundings;
  const by = signedBy(surroundings);
  const secret = () => randomBytes(32).toString("base64url");
  const known = sessions(secret);
  const { config } = await loadConfig(surroundings.cwd);
  const goingOn = resumptions({ open, surroundings });
  const server = gatesServer({
    pages: pages({ open, by, groups: config.groups ?? {}, resumptions: goingOn, surroundings }),
    sessions: known,
    secret,
    port: () => portOf(server),
    trouble: (error) => err.write(errorText(error, { verbose: false })),
  });
  await listening(server, port);
  out.write(`decide at ${linkTo(portOf(server), known.link())}\n`);
  err.write("it opens once, on this machine; Ctrl-C ends it\n");
  await untilSignal(surroundings);
  server.close();
  server.closeAllConnections();
  return goingOn.stop();
}

/** Only by the loopback address: nobody else on the network gets as far as the link. */
async function listening(server: Server, port: number | undefined): Promise<void> {
  server.listen({ host: "127.0.0.1", port: port ?? 0 });
  try {
    await once(server, "listening");
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE" ? "is taken" : "cannot be had";
    throw new StagewrightError("gates/port", `port ${port ?? 0} of this machine ${why}`, {
      hint: "leave --port out for one that is free",
      cause,
    });
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
