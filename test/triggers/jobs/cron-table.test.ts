import assert from "node:assert/strict";
import { test } from "node:test";
import { dueTimes, Jobs } from "../../../src/triggers/index.js";

/** What it is about, the zone, the pattern, a moment, and the due times behind it, in UTC. Worked out minute by minute from the zones' own rules. */
const TABLE: readonly (readonly [string, string, string, string, string])[] = [
  [
    "a spring day without 03:30 in Bucharest runs at 04:00",
    "Europe/Bucharest",
    "30 3 * * *",
    "2026-03-28T12:00Z",
    "2026-03-29T01:00Z 2026-03-30T00:30Z",
  ],
  [
    "an autumn day with two 03:30 in Bucharest runs at the first",
    "Europe/Bucharest",
    "30 3 * * *",
    "2026-10-24T12:00Z",
    "2026-10-25T00:30Z 2026-10-26T01:30Z",
  ],
  [
    "every hour of the short day in Bucharest",
    "Europe/Bucharest",
    "0 * * * *",
    "2026-03-28T23:30Z",
    "2026-03-29T00:00Z 2026-03-29T01:00Z 2026-03-29T02:00Z 2026-03-29T03:00Z",
  ],
  [
    "every hour of the long day in Bucharest",
    "Europe/Bucharest",
    "0 * * * *",
    "2026-10-24T22:30Z",
    "2026-10-24T23:00Z 2026-10-25T00:00Z 2026-10-25T01:00Z 2026-10-25T02:00Z 2026-10-25T03:00Z",
  ],
  [
    "two minutes that do not exist are one run at the end of the gap",
    "Europe/Bucharest",
    "15,45 3 * * *",
    "2026-03-28T12:00Z",
    "2026-03-29T01:00Z 2026-03-30T00:15Z 2026-03-30T00:45Z",
  ],
  [
    "every twenty minutes over the gap in Bucharest",
    "Europe/Bucharest",
    "*/20 * * * *",
    "2026-03-29T00:30Z",
    "2026-03-29T00:40Z 2026-03-29T01:00Z 2026-03-29T01:20Z 2026-03-29T01:40Z",
  ],
  [
    "midnight in Bucharest before and behind the spring change",
    "Europe/Bucharest",
    "0 0 * * *",
    "2026-03-28T00:00Z",
    "2026-03-28T22:00Z 2026-03-29T21:00Z 2026-03-30T21:00Z",
  ],
  [
    "the last hour before the autumn change in Bucharest",
    "Europe/Bucharest",
    "59 2 * * *",
    "2026-10-24T12:00Z",
    "2026-10-24T23:59Z 2026-10-26T00:59Z",
  ],
  ["New York at four in winter", "America/New_York", "0 4 * * *", "2026-02-06T19:59Z", "2026-02-07T09:00Z 2026-02-08T09:00Z"],
  ["New York half past eight in winter", "America/New_York", "30 8 * * *", "2026-02-06T06:53Z", "2026-02-06T13:30Z 2026-02-07T13:30Z"],
  [
    "02:30 does not exist in New York on 8 March",
    "America/New_York",
    "30 2 * * *",
    "2026-03-07T12:00Z",
    "2026-03-08T07:00Z 2026-03-09T06:30Z 2026-03-10T06:30Z",
  ],
  [
    "01:30 comes twice in New York on 1 November",
    "America/New_York",
    "30 1 * * *",
    "2026-10-31T12:00Z",
    "2026-11-01T05:30Z 2026-11-02T06:30Z 2026-11-03T06:30Z",
  ],
  [
    "the half hours around New York's second one o'clock",
    "America/New_York",
    "*/30 1 * * *",
    "2026-11-01T04:30Z",
    "2026-11-01T05:00Z 2026-11-01T05:30Z 2026-11-01T06:00Z 2026-11-01T06:30Z 2026-11-02T06:00Z",
  ],
  [
    "workdays at nine in New York over the spring change",
    "America/New_York",
    "0 9 * * 1-5",
    "2026-03-06T12:00Z",
    "2026-03-06T14:00Z 2026-03-09T13:00Z 2026-03-10T13:00Z",
  ],
  ["New York's Thanksgiving, the fourth Thursday", "America/New_York", "0 12 * * 4#4", "2026-11-01T00:00Z", "2026-11-26T17:00Z"],
  ["nine in the evening in São Paulo", "America/Sao_Paulo", "0 21 * * *", "2026-04-04T20:12Z", "2026-04-05T00:00Z 2026-04-06T00:00Z"],
  [
    "São Paulo's midnight that did not exist in 2018",
    "America/Sao_Paulo",
    "0 0 * * *",
    "2018-11-03T12:00Z",
    "2018-11-04T03:00Z 2018-11-05T02:00Z",
  ],
  [
    "São Paulo's 23:30 that came twice in 2018",
    "America/Sao_Paulo",
    "30 23 * * *",
    "2018-02-17T12:00Z",
    "2018-02-18T01:30Z 2018-02-19T02:30Z",
  ],
  [
    "Lord Howe goes on by half an hour: 02:15 is at 02:30",
    "Australia/Lord_Howe",
    "15 2 * * *",
    "2026-10-03T00:00Z",
    "2026-10-03T15:30Z 2026-10-04T15:15Z",
  ],
  [
    "Lord Howe goes back by half an hour: 01:45 once",
    "Australia/Lord_Howe",
    "45 1 * * *",
    "2026-04-03T20:00Z",
    "2026-04-04T14:45Z 2026-04-05T15:15Z",
  ],
  [
    "every half hour over Lord Howe's autumn change",
    "Australia/Lord_Howe",
    "*/30 * * * *",
    "2026-04-04T14:00Z",
    "2026-04-04T14:30Z 2026-04-04T15:00Z 2026-04-04T15:30Z 2026-04-04T16:00Z 2026-04-04T16:30Z",
  ],
  [
    "two o'clock on Lord Howe over its spring change",
    "Australia/Lord_Howe",
    "0 2 * * *",
    "2026-10-02T20:00Z",
    "2026-10-03T15:30Z 2026-10-04T15:00Z",
  ],
  ["Kolkata is half an hour off", "Asia/Kolkata", "0 9 * * *", "2026-06-01T00:00Z", "2026-06-01T03:30Z 2026-06-02T03:30Z"],
  ["every hour in Kolkata is at half past in UTC", "Asia/Kolkata", "0 * * * *", "2026-06-01T00:00Z", "2026-06-01T00:30Z 2026-06-01T01:30Z"],
  ["Kathmandu is three quarters off", "Asia/Kathmandu", "0 0 * * *", "2026-06-01T00:00Z", "2026-06-01T18:15Z 2026-06-02T18:15Z"],
  ["a quarter to in Kathmandu", "Asia/Kathmandu", "45 5 1 * *", "2026-06-01T00:00Z", "2026-07-01T00:00Z 2026-08-01T00:00Z"],
  [
    "Casablanca goes back for Ramadan",
    "Africa/Casablanca",
    "0 8 * * *",
    "2026-02-13T12:00Z",
    "2026-02-14T07:00Z 2026-02-15T08:00Z 2026-02-16T08:00Z",
  ],
  [
    "Casablanca goes on after Ramadan",
    "Africa/Casablanca",
    "30 2 * * *",
    "2026-03-20T12:00Z",
    "2026-03-21T02:30Z 2026-03-22T02:00Z 2026-03-23T01:30Z",
  ],
  [
    "Casablanca's 02:30 that comes twice before Ramadan",
    "Africa/Casablanca",
    "30 2 * * *",
    "2026-02-14T12:00Z",
    "2026-02-15T01:30Z 2026-02-16T02:30Z",
  ],
  [
    "Apia has no 30 December 2011",
    "Pacific/Apia",
    "0 9 * * *",
    "2011-12-28T12:00Z",
    "2011-12-28T19:00Z 2011-12-29T19:00Z 2011-12-30T19:00Z",
  ],
  ["the thirtieth of December in Apia comes a year later", "Pacific/Apia", "0 9 30 12 *", "2011-12-01T00:00Z", "2012-12-29T19:00Z"],
  ["Apia is thirteen hours ahead", "Pacific/Apia", "0 7 * * MON", "2026-06-01T00:00Z", "2026-06-07T18:00Z 2026-06-14T18:00Z"],
  ["Kiritimati is fourteen hours ahead", "Pacific/Kiritimati", "0 0 1 1 *", "2026-06-01T00:00Z", "2026-12-31T10:00Z"],
  [
    "Chatham's change at 02:45 in spring",
    "Pacific/Chatham",
    "0 3 * * *",
    "2026-09-25T20:00Z",
    "2026-09-26T14:00Z 2026-09-27T13:15Z 2026-09-28T13:15Z",
  ],
  ["Santiago's midnight that does not exist", "America/Santiago", "0 0 * * *", "2026-09-05T12:00Z", "2026-09-06T04:00Z 2026-09-07T03:00Z"],
  ["St John's half hour in summer", "America/St_Johns", "0 6 * * *", "2026-07-01T00:00Z", "2026-07-01T08:30Z"],
  ["London at one in spring", "Europe/London", "30 1 * * *", "2026-03-28T12:00Z", "2026-03-29T01:00Z 2026-03-30T00:30Z"],
  ["London at one in autumn", "Europe/London", "30 1 * * *", "2026-10-24T12:00Z", "2026-10-25T00:30Z 2026-10-26T01:30Z"],
  ["Dublin's winter time is no exception", "Europe/Dublin", "30 1 * * *", "2026-03-28T12:00Z", "2026-03-29T01:00Z 2026-03-30T00:30Z"],
  ["Cairo's midnight that does not exist", "Africa/Cairo", "30 0 * * *", "2026-04-23T12:00Z", "2026-04-23T22:00Z 2026-04-24T21:30Z"],
  [
    "Tehran has no summer time any more",
    "Asia/Tehran",
    "0 8 * * *",
    "2026-03-20T12:00Z",
    "2026-03-21T04:30Z 2026-03-22T04:30Z 2026-03-23T04:30Z",
  ],
  ["Phoenix has none, either", "America/Phoenix", "0 3 * * *", "2026-03-07T12:00Z", "2026-03-08T10:00Z 2026-03-09T10:00Z"],
  [
    "Sydney's long day in April",
    "Australia/Sydney",
    "30 2 * * *",
    "2026-04-03T20:00Z",
    "2026-04-04T15:30Z 2026-04-05T16:30Z 2026-04-06T16:30Z",
  ],
  ["Sydney's short day in October", "Australia/Sydney", "30 2 * * *", "2026-10-02T20:00Z", "2026-10-03T16:00Z 2026-10-04T15:30Z"],
  ["29 February comes in leap years", "UTC", "0 12 29 2 *", "2026-01-01T00:00Z", "2028-02-29T12:00Z 2032-02-29T12:00Z"],
  ["2100 is no leap year", "UTC", "0 12 29 2 *", "2096-03-01T00:00Z", "2104-02-29T12:00Z"],
  [
    "the last day of each month",
    "UTC",
    "0 23 L * *",
    "2028-01-15T00:00Z",
    "2028-01-31T23:00Z 2028-02-29T23:00Z 2028-03-31T23:00Z 2028-04-30T23:00Z",
  ],
  [
    "the last day of February in Bucharest",
    "Europe/Bucharest",
    "0 23 L 2 *",
    "2026-01-15T00:00Z",
    "2026-02-28T21:00Z 2027-02-28T21:00Z 2028-02-29T21:00Z",
  ],
  [
    "the thirty-first passes short months over",
    "UTC",
    "0 0 31 * *",
    "2026-01-31T12:00Z",
    "2026-03-31T00:00Z 2026-05-31T00:00Z 2026-07-31T00:00Z",
  ],
  ["the last Friday of a month", "UTC", "0 17 * * 5L", "2026-01-01T00:00Z", "2026-01-30T17:00Z 2026-02-27T17:00Z 2026-03-27T17:00Z"],
  [
    "a day of the month or a day of the week",
    "UTC",
    "0 0 13 * 5",
    "2026-02-10T00:00Z",
    "2026-02-13T00:00Z 2026-02-20T00:00Z 2026-02-27T00:00Z",
  ],
  ["Sunday is 0 and 7", "UTC", "0 0 * * 7", "2026-12-01T00:00Z", "2026-12-06T00:00Z 2026-12-13T00:00Z"],
  ["the turn of the year in UTC", "UTC", "0 0 1 1 *", "2026-12-31T23:59Z", "2027-01-01T00:00Z"],
  ["the turn of the year in Auckland", "Pacific/Auckland", "0 0 1 1 *", "2026-12-30T00:00Z", "2026-12-31T11:00Z"],
  ["a quarter of hours in UTC", "UTC", "*/15 9-10 * * *", "2026-06-01T10:20Z", "2026-06-01T10:30Z 2026-06-01T10:45Z 2026-06-02T09:00Z"],
];

for (const [what, zone, cron, after, expected] of TABLE) {
  test(`${what}: "${cron}", ${zone}`, () => {
    const { job } = Jobs.parse({ job: { cron, zone, exact: true, pipeline: "publisher" } });
    assert.ok(job);
    const found: string[] = [];
    for (let now = Date.parse(after); found.length < expected.split(" ").length; ) {
      const next = dueTimes(job, "job", undefined, now).next;
      assert.ok(next);
      found.push(new Date(next.due).toISOString().replace(":00.000Z", "Z"));
      now = next.due;
    }
    assert.equal(found.join(" "), expected);
  });
}

test("the hourly job runs 25 times on the long day and 23 times on the short one", () => {
  const { job } = Jobs.parse({ job: { cron: "0 * * * *", zone: "Europe/Bucharest", exact: true, pipeline: "publisher" } });
  assert.ok(job);
  const between = (from: string, to: string) => {
    let count = 0;
    for (let now = Date.parse(from) - 1; ; count += 1) {
      now = dueTimes(job, "job", undefined, now).next?.due ?? Number.POSITIVE_INFINITY;
      if (now >= Date.parse(to)) return count;
    }
  };
  assert.equal(between("2026-10-24T21:00:00Z", "2026-10-25T22:00:00Z"), 25);
  assert.equal(between("2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"), 23);
});
