import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.js";

/** Whose files the mails are: the server refuses to open mail as root. */
const NOBODY = 65_534;
export const UID_VALIDITY = 1_773_910_000;
export const PASSWORD = "imap-secret-1";

export interface Dovecot {
  readonly port: number;
  /** Where it is encrypted from the first byte on; 0 without a certificate. */
  readonly securePort: number;
  /** Makes a user whose inbox holds these mails, and returns their ids. */
  addUser(user: string, mails: readonly string[]): readonly string[];
  /** The files of a folder of a user's; "" is the inbox. */
  mailsIn(user: string, folder: string): readonly string[];
  stop(): Promise<void>;
}

/** Why there can be none here; undefined where there can. */
export function whyNoDovecot(): string | undefined {
  if (spawnSync("dovecot", ["--version"]).status !== 0) return "dovecot is not installed (apt-get install dovecot-imapd)";
  return process.getuid?.() === 0 ? undefined : "dovecot's own users are there for root alone";
}

export interface CertificateFiles {
  readonly key: string;
  readonly cert: string;
}

export async function startDovecot({ tls }: { readonly tls?: CertificateFiles } = {}): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "dovecot-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const securePort = tls === undefined ? 0 : await freePort();
  const ssl = tls === undefined ? "ssl = no" : `ssl = yes\nssl_cert = <${tls.cert}\nssl_key = <${tls.key}`;
  writeFileSync(
    join(folder, "dovecot.conf"),
    `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
${ssl}
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  service_count = 0
  process_min_avail = 1
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${securePort}
    ssl = ${tls === undefined ? "no" : "yes"}
  }
}
service imap {
  service_count = 1000
  process_min_avail = 1
}
service anvil {
  chroot =
}
namespace inbox {
  inbox = yes
  mailbox Entwurf {
    auto = create
    special_use = \\Drafts
  }
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
`,
  );
  const server = spawn("dovecot", ["-F", "-c", join(folder, "dovecot.conf")], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  let said = "";
  await new Promise<void>((up, failed) => {
    server.once("exit", () => failed(new Error(said)));
    server.stderr.on("data", (text) => {
      said += text;
      if (said.includes("starting up")) up();
    });
  });
  return {
    port,
    securePort,
    addUser(user, mails) {
      const inbox = join(folder, "mail", user);
      for (const name of ["", "cur", "new", "tmp"]) {
        mkdirSync(join(inbox, name), { recursive: true });
        chownSync(join(inbox, name), NOBODY, NOBODY);
      }
      const names = mails.map((mail, index) => {
        const name = `${UID_VALIDITY + index}.M1P1.host`;
        writeFileSync(join(inbox, "cur", `${name}:2,`), mail);
        chownSync(join(inbox, "cur", `${name}:2,`), NOBODY, NOBODY);
        return name;
      });
      const list = [
        `3 V${UID_VALIDITY} N${mails.length + 1} G0123456789abcdef0123456789abcdef`,
        ...names.map((name, index) => `${index + 1} :${name}`),
      ];
      writeFileSync(join(inbox, "dovecot-uidlist"), `${list.join("\n")}\n`);
      chownSync(join(inbox, "dovecot-uidlist"), NOBODY, NOBODY);
      return names.map((_, index) => `${index + 1}.${UID_VALIDITY}`);
    },
    mailsIn: (user, name) => ["cur", "new"].flatMap((part) => readdirSync(join(folder, "mail", user, name, part))),
    async stop() {
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
