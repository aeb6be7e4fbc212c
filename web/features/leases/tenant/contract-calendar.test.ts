import { expect, test } from "vitest";
import { writeCalendar } from "../../../ui/feedback/calendar-button.tsx";
import { calendarOfContract } from "./contract-calendar.tsx";

const texts = {
  numberLabel: "Contrato Nº",
  days: { proofDays: 30, withdrawalDays: 7 },
  calendar: {
    label: "Baixar as datas",
    start: "Início da fiança",
    end: "Último dia da fiança, que não se renova sozinha; depois dele, nada do que acontecer é coberto",
    proof: "Último dia dos comprovantes",
    regret: "Último dia para desistir",
    fee: "Vencimento da taxa",
  },
};
const contract = {
  id: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
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

/** Reads the events of the calendar file as properties and values, after joining folded lines. */
async function events(changes: Partial<Parameters<typeof calendarOfContract>[0]>) {
  const days = calendarOfContract({ ...contract, ...changes }, texts);
  const written = await writeCalendar(days, "https://payser.example");
  const lines = written.split("\r\n");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  return written
    .replaceAll("\r\n ", "")
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .trim()
          .split("\r\n")
          .map((line) => /^([^:]+):(.*)$/.exec(line)?.slice(1) ?? [line, ""]),
      ),
    );
}

const dayOf = "DTSTART;VALUE=DATE";

test("calendarOfContract gives each day of a contract as a whole day with its own id", async () => {
  const written = await events({});
  expect(written.map((event) => [String(event["UID"]).split("-")[0], event[dayOf]])).toEqual([
    ["start", "20981201"],
    ["end", "20991130"],
    ["proof", "20991230"],
    ["regret", "20981127"],
    ["fee", "20981210"],
  ]);
  expect(written[1]?.["SUMMARY"]).toBe(texts.calendar.end.replaceAll(/[;,]/g, String.raw`\$&`));
  expect(written[1]).toMatchObject({
    UID: `end-${contract.id}@payser.example`,
    "URL;VALUE=URI": "https://payser.example/contrato",
  });
  expect((await events({})).map((event) => event["UID"])).toEqual(
    written.map((event) => event["UID"]),
  );
});

test("a contract without an offer has no last day of withdrawal and no fee day", async () => {
  const written = await events({ fee_due_on: null });
  expect(written.map((event) => event[dayOf])).toEqual(["20981201", "20991130", "20991230"]);
});

test("an ended contract has only the last day for the guarantee", async () => {
  const written = await events({
    status: "ended",
    ends_on: "2099-02-10",
    closed_at: "2099-02-11T12:00:00Z",
  });
  expect(written.map((event) => event[dayOf])).toEqual(["20990312"]);
});
