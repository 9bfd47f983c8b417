import { z } from "zod";
import { type Mail, readInvitation } from "../../adapters/index.js";
import { isStagewrightError } from "../../src/dsl/index.js";
import { ownText } from "./classify.js";
import { Span, spanIn } from "./time.js";

/** What the calendar says of the time that a mail names; null where it names none. */
export const Meeting = z
  .object({
    asked: Span,
    from: z.enum(["invitation", "text"]).describe("Where the time stands"),
    isSeries: z.boolean(),
    isFree: z.boolean(),
    conflicts: z.array(z.string()),
  })
  .nullable();
export type Meeting = z.output<typeof Meeting>;

export type AskedTime = Pick<NonNullable<Meeting>, "asked" | "from" | "isSeries">;

/** The time that a mail asks for: that of its invitation, which is exact, else the first in its text. */
export async function askedTime(
  mail: Pick<Mail, "subject" | "text" | "date" | "invitations">,
  { timeZone }: { readonly timeZone?: string | undefined },
): Promise<AskedTime | undefined> {
  for (const text of mail.invitations ?? []) {
    const invitation = await readInvitation(text, { timeZone }).catch(unreadable);
    if (invitation === undefined || invitation.isCancelled) continue;
    const { start, end, isSeries } = invitation;
    return { asked: { start, end }, from: "invitation", isSeries };
  }
  const asked = spanIn(`${mail.subject}\n${ownText(mail.text)}`, mail.date);
  return asked && { asked, from: "text", isSeries: false };
}

/** What a stranger's program wrote badly is as if it were not there. */
function unreadable(error: unknown): undefined {
  if (isStagewrightError(error) && (error.code === "calendar/file" || error.code === "calendar/zone")) return undefined;
  throw error;
}
