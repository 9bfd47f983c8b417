import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  /** In PEM. */
  readonly key: string;
  readonly cert: string;
  readonly files: { readonly key: string; readonly cert: string };
  remove(): void;
}

export function whyNoCertificate(): string | undefined {
  return spawnSync("openssl", ["version"]).status === 0 ? undefined : "there is no openssl";
}

/** A certificate of a machine, which vouches for itself. */
export function selfSigned(names: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const about = ["-subj", "/CN=test", "-addext", `subjectAltName=${names}`, "-keyout", files.key, "-out", files.cert];
  execFileSync("openssl", [...kind, ...about], { stdio: "ignore" });
  const [key, cert] = [readFileSync(files.key, "utf8"), readFileSync(files.cert, "utf8")];
  return { key, cert, files, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
