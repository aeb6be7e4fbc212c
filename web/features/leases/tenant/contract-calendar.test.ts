import { expect, test } from "vitest";
import { claimTimeOf } from "#contracts/fields/variables.ts";
import { writeCalendar } from "../../../ui/feedback/calendar-button.tsx";
import { calendarOfContract } from "./contract-calendar.tsx";

const texts = {
  numberLabel: "Contrato Nº",
  days: { withdrawalDays: 7 },
  calendar: {
    label: "Baixar as datas",
    start: "Início da fiança",
    end: "Último dia da fiança, que não se renova sozinha; depois dele, nada do que acontecer é coberto",
    proof: "Último dia para acionar a garantia",
    proofText: `O proprietário pode acionar a garantia ${claimTimeOf(30, 15)}.`,
    regret: "Último dia para desistir",
    fee: "Vencimento da taxa",
  },
};
const contract = {
  id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
  lease_id: "9b1c2d3e-4b5a-4c6d-8e7f-001122334466",
  contract_number: "PF-2026-0A1B2C3D4E",
  status: "active",
  start_date: "2098-12-01",
  letter_fee: "apart",
  end_date: "2099-11-30",
  ends_on: null,
  closed_at: null,
  // Time in UTC. In Brasília, this is still the evening of the day before.
  created_at: "2098-11-21T01:30:00Z",
  fee_due_on: "2098-12-10",
};

/** Last day to claim, as the database computes it for the lease. */
const lastClaimDay = "2099-12-30";

interface Written {
  changes?: Partial<Parameters<typeof calendarOfContract>[0]>;
  known?: Parameters<typeof calendarOfContract>[1];
  now?: number;
}

/** Reads the events of the calendar file as properties and values, after joining folded lines. */
async function events({ changes = {}, known = { lastClaimDay }, now }: Written = {}) {
  const days = calendarOfContract({ ...contract, ...changes }, known, texts);
  const written = await writeCalendar(days, "https://payser.example", now);
  const lines = written.split("\r\n");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  return written
    .replaceAll("\r\n ", "")
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) => {
      const [own = "", ...alarms] = event.split("BEGIN:VALARM");
      const triggers = alarms.map((alarm) => /^TRIGGER:(.*)$/m.exec(alarm)?.[1]?.trim());
      const rest = alarms.at(-1)?.split("END:VALARM")[1] ?? "";
      return { of: propertiesOf(own + rest), triggers };
    });
}

function propertiesOf(written: string): Record<string, string> {
  return Object.fromEntries(
    written
      .trim()
      .split("\r\n")
      .map((line) => /^([^:]+):(.*)$/.exec(line)?.slice(1) ?? [line, ""]),
  );
}

const dayOf = "DTSTART;VALUE=DATE";
const namesAndDays = (written: Awaited<ReturnType<typeof events>>) =>
  written.map((event) => [String(event.of["UID"]).split("-")[0], event.of[dayOf]]);

test("calendarOfContract gives each day of a contract as a whole day with its own id", async () => {
  const written = await events();
  expect(namesAndDays(written)).toEqual([
    ["start", "20981201"],
    ["end", "20991130"],
    ["proof", "20991230"],
    ["regret", "20981127"],
    ["fee", "20981210"],
  ]);
  expect(written[1]?.of["SUMMARY"]).toBe(texts.calendar.end.replaceAll(/[;,]/g, String.raw`\$&`));
  expect(written[1]?.of).toMatchObject({
    UID: `end-${contract.id}@payser.example`,
    "URL;VALUE=URI": `https://payser.example/contrato#${contract.id}`,
  });
  expect((await events()).map((event) => event.of["UID"])).toEqual(
    written.map((event) => event.of["UID"]),
  );
});

test("the entry of the last day to claim states the one rule", async () => {
  const description = (await events())[2]?.of["DESCRIPTION"]?.replaceAll(String.raw`\,`, ",");
  expect(description).toContain(texts.calendar.proofText);
});

test("the contracts of a lease share the entry of the last day to claim", async () => {
  const renewal = { id: "0c1c2d3e-4b5a-4c6d-8e7f-001122334477" };
  const [former, later] = [await events(), await events({ changes: renewal })];
  expect(former[2]?.of["UID"]).toBe(`proof-${contract.lease_id}@payser.example`);
  expect(later[2]?.of["UID"]).toBe(former[2]?.of["UID"]);
  expect(later[1]?.of["UID"]).not.toBe(former[1]?.of["UID"]);
});

test("a newer file has a greater sequence, so that a calendar updates its entries", async () => {
  const sequences = async (now: number) =>
    (await events({ now })).map((event) => Number(event.of["SEQUENCE"]));
  const now = Date.UTC(2026, 10, 27);
  const [before, after] = [await sequences(now), await sequences(now + 1000)];
  expect(new Set(before).size).toBe(1);
  expect(after[0]).toBe((before[0] ?? Number.NaN) + 1);
  // RFC 5545 limits SEQUENCE to 32 bits.
  expect((await sequences(Date.UTC(2090, 0, 1)))[0]).toBeLessThan(2 ** 31);
});

test("a calendar reminds at nine in the morning of the days before each date", async () => {
  const triggers = Object.fromEntries(
    (await events()).map((event) => [String(event.of["UID"]).split("-")[0], event.triggers]),
  );
  expect(triggers).toEqual({
    start: ["-PT15H"],
    end: ["-P29DT15H", "-P6DT15H", "-PT15H"],
    proof: ["-P6DT15H", "-PT15H"],
    regret: ["-PT15H"],
    fee: ["-P2DT15H", "-PT15H"],
  });
});

test("a contract without an offer has no last day of withdrawal and no fee day", async () => {
  const written = await events({ changes: { fee_due_on: null } });
  expect(namesAndDays(written).map(([name]) => name)).toEqual(["start", "end", "proof"]);
});

test("a contract whose ending is confirmed for a later day ends on this day", async () => {
  const known = {
    ending: { status: "confirmed", keys_on: "2099-03-10" },
    lastClaimDay: "2099-04-09",
  } as const;
  expect(namesAndDays(await events({ known }))).toEqual([
    ["start", "20981201"],
    ["end", "20990310"],
    ["proof", "20990409"],
    ["regret", "20981127"],
    ["fee", "20981210"],
  ]);
});

test("an ended contract has its last day, without alarms, and the last day to claim", async () => {
  const changes = { status: "ended", ends_on: "2099-02-10", closed_at: "2099-02-11T12:00:00Z" };
  const written = await events({ changes, known: { lastClaimDay: "2099-03-12" } });
  expect(namesAndDays(written)).toEqual([
    ["end", "20990210"],
    ["proof", "20990312"],
  ]);
  expect(written[0]?.triggers).toEqual([]);
});

test("a cancelled contract has no dates, whatever the rest of its lease has", async () => {
  expect(await events({ changes: { status: "cancelled" } })).toEqual([]);
});
