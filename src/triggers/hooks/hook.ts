import { z } from "zod";
import { HookCondition, HookPath } from "./condition.js";
import { pathsIn } from "./fill.js";
import { shapeOf } from "./path-pattern.js";

const Header = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/, 'expected the name of a header, as in "X-GitHub-Delivery"')
  .transform((name) => name.toLowerCase());
const SecretName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'expected the name of an environment variable that holds the secret, as in "GITHUB_HOOK_SECRET"');

/** How a sender shows that it may send: exactly one of the first three. */
const Shown = z
  .strictObject({
    /** A header that holds the secret itself. */
    secret: SecretName.optional(),
    /** A signature of the body, as GitHub makes it: `sha256=` and the HMAC in hexadecimal digits. */
    signature: SecretName.optional(),
    /** A signature of the time in seconds, a dot, and the body; what is older than the window is refused. */
    signedTime: SecretName.optional(),
    /** Where it stands. Default: `X-Hook-Secret`, `X-Hub-Signature-256` or `X-Signature`. */
    header: Header.optional(),
    /** Default: `X-Timestamp`. */
    timeHeader: Header.optional(),
    windowSeconds: z.int().min(1).max(3_600).optional(),
  })
  .superRefine(({ secret, signature, signedTime, timeHeader, windowSeconds }, context) => {
    const fault = (message: string) => context.addIssue({ code: "custom", message });
    const count = [secret, signature, signedTime].filter((kind) => kind !== undefined).length;
    if (count !== 1) fault(`expected one of secret, signature and signedTime, found ${count === 0 ? "none" : count}`);
    if (signedTime === undefined && (timeHeader !== undefined || windowSeconds !== undefined)) {
      fault("timeHeader and windowSeconds are about signedTime only");
    }
  });

/** "none": anything that runs on this machine may send, except a web page. */
const Proof = z.union([Shown, z.literal("none")]);

/** What names a delivery: a header, or a field. */
const Delivery = z
  .strictObject({ header: Header.optional(), at: HookPath.optional() })
  .refine(({ header, at }) => (header === undefined) !== (at === undefined), "expected a header, or a field by `at`");

const Template = z.string().superRefine((template, context) => {
  for (const path of pathsIn(template)) {
    if (!HookPath.safeParse(path).success) {
      context.addIssue({
        code: "custom",
        message: `"{{${path}}}" leads nowhere: expected a path such as "{{body.issue.title}}" or "{{path.repo}}"`,
      });
    }
  }
});

const Deliver = z.strictObject({ channel: z.string().min(1), to: Template.optional() });

/** What is started, and where its result goes. */
const Target = {
  pipeline: z.string().min(1).optional(),
  agent: z.string().min(1).optional(),
  lane: z.string().min(1).optional(),
  deliver: Deliver.optional(),
};

export const Hook = z
  .strictObject({
    path: z.string().regex(/^(\/(:[a-zA-Z]\w*|[\w.~-]+))+$/, 'expected a path, as in "/hooks/github/:repo"'),
    proof: Proof,
    accepts: z
      .array(z.enum(["json", "form"]))
      .min(1)
      .default(["json", "form"]),
    mostBytes: z.int().min(1).max(10_000_000).default(262_144),
    /** What names a delivery, so that one that is sent again is taken once. Default: none, and for a signed time its signature. */
    delivery: Delivery.optional(),
    /** All of these must hold; what does not is answered, and passed over. */
    when: z.array(HookCondition).default([]),
    /** The name of a function that is handed over in code: it checks the body's type, and may change it or pass it over. */
    transform: z.string().min(1).optional(),
    ...Target,
    /** Another target for what these hold of; the first counts. */
    routes: z.array(z.strictObject({ when: z.array(HookCondition).min(1), ...Target })).default([]),
    /** The input of what is started. `{{body.title}}` alone is the value itself; inside of a text it is quoted. */
    input: z.record(z.string(), z.json()).default({}),
    /** A text for a person or a model; each value stands in quotation marks. */
    message: Template.optional(),
  })
  .superRefine((hook, context) => {
    const { routes } = hook;
    const isWired = (target: { readonly pipeline?: string | undefined; readonly agent?: string | undefined }) =>
      target.pipeline !== undefined || target.agent !== undefined;
    if (!isWired(hook) && !(routes.length > 0 && routes.every(isWired))) {
      context.addIssue({
        code: "custom",
        message: `starts nothing: name a pipeline or an agent${routes.length > 0 ? ", here or in each route" : ""}`,
      });
    }
  });
export type Hook = z.output<typeof Hook>;

const HookName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "expected small letters, digits and dashes");

/** The config's `hooks`. */
export const Hooks = z.record(HookName, Hook).superRefine((hooks, context) => {
  const shapes = new Map<string, string>();
  for (const [name, { path }] of Object.entries(hooks)) {
    const other = shapes.get(shapeOf(path));
    if (other === undefined) shapes.set(shapeOf(path), name);
    else context.addIssue({ code: "custom", path: [name, "path"], message: `"${path}" is what hook "${other}" listens to already` });
  }
});
export type Hooks = z.output<typeof Hooks>;
export type HooksInput = z.input<typeof Hooks>;

/** A proof with all that it leaves open filled in; `undefined` where none is asked for. */
export interface AskedProof {
  readonly kind: "secret" | "signature" | "signedTime";
  /** The name of the variable that holds the secret. */
  readonly secretName: string;
  readonly header: string;
  readonly timeHeader: string;
  readonly windowSeconds: number;
}

const HEADERS = { secret: "x-hook-secret", signature: "x-hub-signature-256", signedTime: "x-signature" };

export function proofOf({ proof }: Pick<Hook, "proof">): AskedProof | undefined {
  if (proof === "none") return undefined;
  const { secret, signature, signedTime, header, timeHeader = "x-timestamp", windowSeconds = 300 } = proof;
  const kind = secret !== undefined ? "secret" : signature !== undefined ? "signature" : "signedTime";
  return { kind, secretName: secret ?? signature ?? signedTime ?? "", header: header ?? HEADERS[kind], timeHeader, windowSeconds };
}
