import { BlockList, isIP } from "node:net";

/** The special blocks of IPv4 (RFC 6890 and its registry), and the one public address that is a cloud's metadata service (Azure). */
const SPECIAL_V4 = blocks("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"],
  ...["192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  "168.63.129.16/32",
]);
/** Of IPv6 only this block is handed out for use on the open net, */
const GLOBAL_V6 = blocks("ipv6", ["2000::/3"]);
/** without these parts of it: protocols' own (Teredo among them), examples, and 6to4, which holds an IPv4 address. */
const SPECIAL_V6 = blocks("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether an address belongs to the open net. What is no address does not. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  const family = isIP(plain);
  if (family === 4) return !SPECIAL_V4.check(plain, "ipv4");
  if (family !== 6) return false;
  const inside = ipv4Inside(plain);
  if (inside !== undefined) return isPublicAddress(inside);
  return GLOBAL_V6.check(plain, "ipv6") && !SPECIAL_V6.check(plain, "ipv6");
}

/** The IPv4 address that is reached by one of IPv6: mapped (`::ffff:0:0/96`), or by a translator (`64:ff9b::/96`). */
function ipv4Inside(address: string): string | undefined {
  const groups = groupsOf(address);
  const front = groups.slice(0, 6).join(":");
  if (front !== "0:0:0:0:0:ffff" && front !== "64:ff9b:0:0:0:0") return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

function groupsOf(address: string): string[] {
  // The parser of URLs writes each address in one way, with its last part in hexadecimal.
  const [front = "", back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const split = (part: string) => (part === "" ? [] : part.split(":"));
  if (back === undefined) return split(front);
  const known = [...split(front), ...split(back)].length;
  return [...split(front), ...new Array<string>(8 - known).fill("0"), ...split(back)];
}

function blocks(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
