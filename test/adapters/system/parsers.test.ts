import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { system } from "../../../adapters/system/index.js";
import { journalArgs } from "../../../adapters/system/journal.js";
import { type LocalTime, logTime } from "../../../adapters/system/log-time.js";
import { parseLog } from "../../../adapters/system/logs.js";
import { parseJournal } from "../../../adapters/system/parse-journal.js";
import { bootSecondsOf, parseProc } from "../../../adapters/system/parse-proc.js";
import { parsePs } from "../../../adapters/system/parse-ps.js";
import { withoutSecrets } from "../../../adapters/system/without-secrets.js";

/** A machine two hours east of Greenwich. */
const localTime: LocalTime = (year, month, day, hour, minute, second, ms) =>
  new Date(Date.UTC(year, month - 1, day, hour - 2, minute, second, ms));
const reading = { now: new Date("2026-01-03T12:00:00Z"), localTime };

describe("the journal", () => {
  it("is read line by line, with its fields in all their forms", () => {
    const lines = [
      '{"__REALTIME_TIMESTAMP":"1773907200123456","PRIORITY":"3","_SYSTEMD_UNIT":"nginx.service","SYSLOG_IDENTIFIER":"nginx","_PID":"42","MESSAGE":"bind() failed"}',
      `{"__REALTIME_TIMESTAMP":"1773907201000000","MESSAGE":${JSON.stringify([...Buffer.from("\u001b[31mțap\u001b[0m\u0007")])},"_COMM":"x"}`,
      '{"__REALTIME_TIMESTAMP":"1773907202000000","PRIORITY":"9","MESSAGE":null,"UNIT":"a.service","SYSLOG_PID":"7"}',
      '{"__REALTIME_TIMESTAMP":"1773907203000000","MESSAGE":["first","second"]}',
      '{"__REALTIME_TIMESTAMP":"17739',
      "[]",
      '{"MESSAGE":"no time"}',
      "",
    ];
    const none = { priority: null, unit: null, identifier: null, pid: null, isCut: false };
    assert.deepEqual(parseJournal(lines.join("\n")), [
      {
        at: "2026-03-19T08:00:00.123Z",
        priority: "error",
        unit: "nginx.service",
        identifier: "nginx",
        pid: 42,
        message: "bind() failed",
        isCut: false,
      },
      { ...none, at: "2026-03-19T08:00:01.000Z", identifier: "x", message: "țap" },
      { ...none, at: "2026-03-19T08:00:02.000Z", unit: "a.service", pid: 7, message: "", isCut: true },
      { ...none, at: "2026-03-19T08:00:03.000Z", message: "first" },
    ]);
  });

  it("is asked in the words of journalctl, each value within its own argument", () => {
    const request = {
      unit: "-x --flush",
      identifier: "sudo",
      priority: "warning",
      since: "2026-03-19T08:00:00.5Z",
      until: "2026-03-19T10:00:00.5+02:00",
    };
    assert.deepEqual(journalArgs(system.calls.journal.takes.parse(request), 11), [
      "--output=json",
      "--no-pager",
      "--quiet",
      "--utc",
      "--output-fields=MESSAGE,PRIORITY,_SYSTEMD_UNIT,UNIT,SYSLOG_IDENTIFIER,_COMM,_PID,SYSLOG_PID",
      "--lines=11",
      "--unit=-x --flush",
      "--identifier=sudo",
      "--priority=4",
      "--since=@1773907200",
      "--until=@1773907201",
    ]);
  });
});

describe("a line of a log", () => {
  it("has its time in the forms that logs have", () => {
    const lines: readonly [string, string | undefined][] = [
      ["2026-03-19T08:00:00.123456+01:00 host x[1]: y", "2026-03-19T07:00:00.123Z"],
      ["2026-03-19T08:00:00Z x", "2026-03-19T08:00:00.000Z"],
      ["2026-03-19 08:00:00,250 ERROR x", "2026-03-19T06:00:00.250Z"],
      ["[2026-03-19 08:00:00] x", "2026-03-19T06:00:00.000Z"],
      ["2026/03/19 08:00:00 [error] 7#7: x", "2026-03-19T06:00:00.000Z"],
      ['1.2.3.4 - - [19/Mar/2026:08:00:00 +0530] "GET / HTTP/1.1" 200', "2026-03-19T02:30:00.000Z"],
      ["Jan  3 08:00:00 host sshd[1]: x", "2026-01-03T06:00:00.000Z"],
      ["<34>Jan 13 08:00:00 host x", "2025-01-13T06:00:00.000Z"],
      ["Dec 31 23:59:59 host x", "2025-12-31T21:59:59.000Z"],
      ["Feb 29 08:00:00 host x", "2024-02-29T06:00:00.000Z"],
      ["Foo  3 08:00:00 host x", undefined],
      ["    at main (index.js:1:1)", undefined],
      ["2026-99-19T08:00:00Z", undefined],
      ["1.2.3.4 - - [39/Mar/2026:08:00:00 +0000]", undefined],
    ];
    for (const [line, expected] of lines) assert.equal(logTime(line, reading)?.toISOString(), expected, line);
  });

  it("without a time belongs to the one above it", () => {
    const text = "begin\n2026-01-01T00:00:00Z Error: lost\r\n    at main\n\n2026-01-02T00:00:00Z next\n";
    const common = { file: "a.log", isCut: false };
    assert.deepEqual(parseLog(text, { file: "a.log", isWhole: true, reading }), [
      { ...common, line: 1, at: null, text: "begin" },
      { ...common, line: 2, at: "2026-01-01T00:00:00.000Z", text: "2026-01-01T00:00:00Z Error: lost" },
      { ...common, line: 3, at: "2026-01-01T00:00:00.000Z", text: "    at main" },
      { ...common, line: 5, at: "2026-01-02T00:00:00.000Z", text: "2026-01-02T00:00:00Z next" },
    ]);
    assert.equal(parseLog("x", { file: "a.log", isWhole: false, reading })[0]?.line, null);
    const [long] = parseLog("x".repeat(5_000), { file: "a.log", isWhole: true, reading });
    assert.deepEqual([long?.text.length, long?.isCut], [4_000, true]);
  });
});

describe("a process", () => {
  it("is read from what Linux says of it, whatever its name", () => {
    const stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 1 0 12345 1000 25 18446744073709551615";
    const status = "Name:\ta\nUid:\t33\t33\t33\t33\nVmRSS:\t    2048 kB\n";
    assert.deepEqual(parseProc({ stat, status, cmdline: "srv\0--password=hunter2\0two words\0", bootSeconds: 1_773_907_200 }), {
      pid: 7,
      parent: 1,
      uid: 33,
      name: "a) b (c",
      state: "sleeping",
      startedAt: "2026-03-19T08:02:03.450Z",
      cpuSeconds: 3,
      memoryBytes: 2_097_152,
      command: "srv --password=[hidden] two words",
    });
    const bare = parseProc({ stat, status: "", cmdline: "", bootSeconds: undefined });
    assert.deepEqual([bare?.uid, bare?.startedAt, bare?.memoryBytes, bare?.command], [null, null, 0, "[a) b (c]"]);
    assert.equal(parseProc({ stat: "", status, cmdline: "", bootSeconds: 0 }), undefined);
    assert.equal(bootSecondsOf("cpu 1 2\nbtime 1773907200\nprocesses 3"), 1_773_907_200);
    assert.equal(bootSecondsOf("cpu 1 2"), undefined);
  });

  it("is read from what ps writes, on Linux and on macOS", () => {
    const output = [
      "    1     0     0 S 17696 00:03:32    10:52:25 /sbin/init --x",
      "    2     0     0 I     0 00:00:00 2-03:04:05 [kthreadd]",
      "  501     1   501 Ss    640   0:01.50    03:04 /usr/sbin/sshd: joe@pts/0",
      "  502     1   501 W     640   0:01.50    03:04 odd",
      "  PID  PPID",
      "",
    ].join("\n");
    const processes = parsePs(output, new Date("2026-03-19T12:00:00.700Z"));
    assert.deepEqual(
      processes.map(({ pid, parent, uid, name, state, startedAt, cpuSeconds, memoryBytes }) => [
        pid,
        parent,
        uid,
        name,
        state,
        startedAt,
        cpuSeconds,
        memoryBytes,
      ]),
      [
        [1, 0, 0, "init", "sleeping", "2026-03-19T01:07:35.000Z", 212, 18_120_704],
        [2, 0, 0, "kthreadd", "idle", "2026-03-17T08:55:55.000Z", 0, 0],
        [501, 1, 501, "sshd", "sleeping", "2026-03-19T11:56:56.000Z", 1.5, 655_360],
        [502, 1, 501, "odd", "other", "2026-03-19T11:56:56.000Z", 1.5, 655_360],
      ],
    );
    assert.equal(processes[2]?.command, "/usr/sbin/sshd: joe@pts/0");
  });
});

describe("secrets in what machines say", () => {
  it("are hidden where they are written as such", () => {
    const hidden: readonly [string, string][] = [
      ["mysql --password=hunter2 -u joe", "mysql --password=[hidden] -u joe"],
      ["x --api-key hunter2 --verbose", "x --api-key [hidden] --verbose"],
      ["DB_PASSWORD=hunter2 AWS_SECRET_ACCESS_KEY=abc/def", "DB_PASSWORD=[hidden] AWS_SECRET_ACCESS_KEY=[hidden]"],
      ['{"access_token":"ey.J x","id":1}', '{"access_token":[hidden],"id":1}'],
      ["postgres://joe:hunter2@db/x", "postgres://joe:[hidden]@db/x"],
      ["Authorization: Bearer ey.J", "Authorization: Bearer [hidden]"],
      ["GET /?token=abc&x=1", "GET /?token=[hidden]&x=1"],
      ["password: hunter2, then", "password: [hidden], then"],
    ];
    for (const [text, expected] of hidden) assert.equal(withoutSecrets(text), expected);
  });

  it("are not seen in ordinary words", () => {
    for (const text of [
      "the token expired after 3 s",
      "Failed password for joe from 1.2.3.4 port 22",
      "http://a.test:80/x@y",
      "x --tokens",
      "key=value",
    ]) {
      assert.equal(withoutSecrets(text), text);
    }
  });

  it("are looked for in a time that does not explode, whatever the text", () => {
    for (const part of ["token", "password ", "-", "a://", "a:", '"', "secret=", " --token"]) {
      const text = part.repeat(Math.ceil(16_000 / part.length));
      assert.ok(withoutSecrets(text).length > 0);
    }
  });

  it("do not come through, whatever they are", () => {
    const value = fc.stringMatching(/^[a-z0-9./+=_~-]{8,40}$/).filter((text) => !text.startsWith("-"));
    const forms = [
      (secret: string) => `srv --password=${secret} -x`,
      (secret: string) => `srv --auth-token ${secret} -x`,
      (secret: string) => `env API_KEY="${secret}" srv`,
      (secret: string) => `{"client_secret": "${secret}"}`,
      (secret: string) => `Cookie: ${secret}`,
    ];
    fc.assert(
      fc.property(value, fc.constantFrom(...forms), (secret, form) => {
        assert.ok(!withoutSecrets(form(`Q${secret}Q`)).includes(`Q${secret}Q`));
      }),
    );
  });
});
