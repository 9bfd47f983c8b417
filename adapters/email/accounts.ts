import { StagewrightError } from "../../src/dsl/index.js";
import type { Address, Mail } from "./email.js";

/** Whose mail it is. */
export interface Owner {
  readonly address: string;
  /** As people read it beside the address. */
  readonly displayName?: string;
  /** Further addresses that the same mail comes in by, and that may be written from. */
  readonly aliases?: readonly string[];
}

export function addressesOf({ address, aliases = [] }: Owner): readonly string[] {
  return [address, ...aliases];
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** From which of the owner's addresses to write. Throws `email/not-yours`. */
export function senderOf(
  owner: Owner,
  { wanted, answered }: { readonly wanted?: string | undefined; readonly answered?: Mail | undefined },
): Address {
  const own = addressesOf(owner);
  const name = owner.displayName ?? "";
  if (wanted !== undefined) {
    const found = own.find((address) => isSameAddress(address, wanted));
    if (found !== undefined) return { name, address: found };
    throw new StagewrightError("email/not-yours", `"${wanted}" is not an address of this account, whose addresses are ${quoted(own)}`, {
      hint: "write from one of these, or add it to the account's aliases",
    });
  }
  const reached = [...(answered?.to ?? []), ...(answered?.cc ?? [])];
  const asked = reached.flatMap((one) => own.filter((address) => isSameAddress(address, one.address)))[0];
  return { name, address: asked ?? owner.address };
}

/** The account of a request, else the first. Throws `email/no-account`. */
export function accountNamed<A extends { readonly name: string }>(accounts: readonly A[], name: string | undefined): A {
  const found = name === undefined ? accounts[0] : accounts.find((account) => account.name === name);
  if (found !== undefined) return found;
  throw new StagewrightError("email/no-account", name === undefined ? "there is no account at all" : `there is no account "${name}"`, {
    hint: accounts.length === 0 ? "name at least one account" : `the accounts are ${quoted(accounts.map((account) => account.name))}`,
  });
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
