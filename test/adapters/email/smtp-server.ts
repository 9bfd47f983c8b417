import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ArrivedMail {
  readonly to: readonly string[];
  readonly text: string;
  readonly isEncrypted: boolean;
}

export interface TestSmtp {
  readonly port: number;
  readonly arrived: readonly ArrivedMail[];
  /** How many have come to it so far, whether they logged in or not. */
  readonly logins: () => number;
  stop(): Promise<void>;
}

/** A mail server that takes what it is handed, from whoever has the password: in the clear, or with a certificate. */
export async function startSmtp(
  password: string,
  tls: { readonly key?: string; readonly cert?: string; readonly secure?: boolean } = {},
): Promise<TestSmtp> {
  const { key, cert, secure = false } = tls;
  const arrived: ArrivedMail[] = [];
  let logins = 0;
  const smtp = new SMTPServer({
    ...(key !== undefined && cert !== undefined && { key, cert }),
    secure,
    disabledCommands: cert === undefined ? ["STARTTLS"] : [],
    authMethods: ["PLAIN"],
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      logins += 1;
      if (auth.password === password) done(null, { user: auth.username });
      else done(new Error("no"));
    },
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (piece) => {
        text += piece;
      });
      stream.on("end", () => {
        arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), text, isEncrypted: session.secure });
        done();
      });
    },
  });
  // A connection that breaks is what a test makes; it is no error of the server's.
  smtp.on("error", () => undefined);
  await new Promise<void>((listening) => smtp.listen(0, "127.0.0.1", listening));
  return {
    port: (smtp.server.address() as AddressInfo).port,
    arrived,
    logins: () => logins,
    stop: () => new Promise<void>((closed) => smtp.close(closed)),
  };
}
