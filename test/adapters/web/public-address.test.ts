import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isPublicAddress } from "../../../adapters/web/index.js";

describe("an address of the open net", () => {
  it("is one that anybody could reach", () => {
    for (const address of ["1.1.1.1", "93.184.216.34", "172.15.255.255", "172.32.0.0", "2606:4700::1111", "2a00:1450:4001:80b::200e"]) {
      assert.equal(isPublicAddress(address), true, address);
    }
  });

  it("is none of this machine, of a private net, of a link, of a cloud's metadata service, or kept for other uses", () => {
    for (const address of [
      ...["127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1"],
      ...["169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "203.0.113.9"],
      ...["224.0.0.1", "240.0.0.1", "255.255.255.255"],
      ...["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "2001::1", "3fff::1", "100::1"],
    ]) {
      assert.equal(isPublicAddress(address), false, address);
    }
  });

  it("is judged by the IPv4 address that stands in one of IPv6", () => {
    for (const address of ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe"]) {
      assert.equal(isPublicAddress(address), false, address);
    }
    assert.equal(isPublicAddress("::ffff:1.1.1.1"), true);
    assert.equal(isPublicAddress("64:ff9b::1.1.1.1"), true);
    // Forms that no route should lead through: 6to4, Teredo, and the old compatible form.
    for (const address of ["2002:7f00:1::", "2002:101:101::", "2001:0:1::1", "::127.0.0.1", "::1.1.1.1"]) {
      assert.equal(isPublicAddress(address), false, address);
    }
  });

  it("is no text that is not an address", () => {
    for (const address of ["", "localhost", "1.2.3", "2130706433", "::g", "1.1.1.1 "])
      assert.equal(isPublicAddress(address), false, address);
  });

  it("is the same for an IPv4 address and its mapped form, however that is written", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const hex = `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address));
        assert.equal(isPublicAddress(hex), isPublicAddress(address));
      }),
    );
  });
});
