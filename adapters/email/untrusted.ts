import { StagewrightError } from "../../src/dsl/index.js";
import { isThisMachine } from "../this-machine.js";
import type { Server } from "./mail-account.js";

/** The codes of Node, and of OpenSSL below it, for a certificate that nobody vouches for, or that is another's. */
const CODES =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;
const WORDS = /self-signed certificate|unable to (verify|get)\b.*certificate|certificate has expired|does not match certificate/i;

/** The error of a server whose certificate is not trusted; undefined for any other error. Nothing but the greeting has been said then. */
export function untrusted({ host }: Server, error: unknown): StagewrightError | undefined {
  const because = error instanceof Error ? error.message : String(error);
  if (!CODES.test(codeOf(error)) && !WORDS.test(because)) return undefined;
  return new StagewrightError("email/certificate", `the server ${host} shows a certificate that is not trusted: ${because}`, {
    hint: "the password was not sent; if the certificate is right, give the one that vouches for it as `ca`, in PEM",
  });
}

/** Whether a connection that begins in the clear must change over; only this machine itself may be spoken to without, unless told so by `ca`. */
export function mustChangeOver(server: Server): boolean {
  return server.secure === false && (!isThisMachine(server.host) || server.ca !== undefined);
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string" && CODES.test(code)) return code;
  return codeOf(Reflect.get(error, "cause"));
}
