/**
 * Where a secret stands in a text: as it is, in JSON, in an address, and in Base64, alone or behind a user's name as it is
 * sent to log in. Undefined where there is nothing to hide.
 */
export function hiddenForms(secret: string): RegExp | undefined {
  // What carries a header takes the spaces off its ends, and repeats it without.
  const forms = [secret, secret.trim()].filter((form) => form !== "").flatMap(formsOf);
  if (forms.length === 0) return undefined;
  // The longest first, as a form may be a part of another; all at once, so that what is put there is not looked through again.
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
}

function formsOf(secret: string): readonly string[] {
  // By way of its bytes, as half of a surrogate pair has no form in an address.
  const inAddress = encodeURIComponent(Buffer.from(secret).toString());
  const inBase64 = [0, 1, 2].flatMap((before) => base64Of(secret, before));
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    inAddress,
    inAddress.replaceAll("%20", "+"),
    ...inBase64,
    ...inBase64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** Three bytes make four signs: so many bytes before the secret move it, and the signs at its ends are not its own alone. */
function base64Of(secret: string, before: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const own = bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  // Of a secret of a few signs so little is left that it would be found in any text.
  return own.length < 4 ? [] : [own];
}
