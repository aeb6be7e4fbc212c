// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPersonas } from "../../supabase/tests/support/personas.ts";
import { someAddress } from "../functions/filled-forms.ts";
import { startTestStack, type TestStack } from "../functions/test-stack.ts";
import { functionCall, siteUrl } from "./function-call.ts";
import { createSender, type Probe, type Sender } from "./probe.ts";
import { createTally, onEach } from "./tally.ts";
import { areaUnderCurve, type Sample, sampleOf, shownIn } from "./answer-samples.ts";

/** Number of sampled answers per group (existing and unknown accounts). Each sample costs one password hash. */
const SAMPLES_EACH = 40;
/**
 * Range of areaUnderCurve in which the times of answers do not reveal whether an account exists. A real leak gave 0.99.
 * Without a leak, the value is outside the range in one of 6,000 tests.
 */
const CHANCE = { from: 0.25, to: 0.75 };
const NETWORKS = 10;

const tally = createTally();
let stack: TestStack;
let sender: Sender;
let contractNumbers: string[];
let staffEmails: string[];

beforeAll(async () => {
  stack = await startTestStack({ siteUrl, slowPasswords: true });
  sender = createSender(stack.url);
  await createPersonas(stack, stack.sql);
  const contracts = await stack.sql`select contract_number from public.contracts`;
  contractNumbers = contracts.map((row) => String(row["contract_number"]));
  const staff = await stack.sql`select email from public.staff`;
  staffEmails = staff.map((row) => String(row["email"]));
});
afterAll(async () => {
  tally.print();
  sender.close();
  await stack.stop();
});

function demoContract() {
  const [contract] = stack.accounts.contracts;
  if (!contract) throw new Error("The demonstration has no contract");
  return contract;
}

const call = (name: string, body: unknown, from: string): Probe =>
  functionCall(stack.publishableKey, name, body, from);

const unknownNumber = (index: number) => `PF-2026-${String(index).padStart(10, "0")}`;
const unknownEmail = (index: number) => `ninguem-${index}@exemplo.com.br`;
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? "";

/**
 * Compares the answers and response times of probes for existing and for unknown accounts. Before that, each network
 * fails to sign in `firstFailures` times.
 */
async function compare(
  kind: string,
  probeOf: (isKnown: boolean, index: number, from: string) => Probe,
  { firstFailures = 0, atOnce = 6 }: { firstFailures?: number; atOnce?: number } = {},
) {
  const networks = Array.from({ length: NETWORKS }, someAddress);
  await onEach(networks, async (from) => {
    for (let failure = 0; failure < firstFailures; failure += 1) {
      await sender.send(probeOf(false, 1_000 + failure, from));
      tally.add(kind);
    }
  });
  const known: Sample[] = [];
  const unknown: Sample[] = [];
  const tries = Array.from({ length: SAMPLES_EACH * 2 }, (_try, index) => index);
  await onEach(
    tries,
    async (index) => {
      const isKnown = index % 2 === 0;
      const probe = probeOf(isKnown, Math.floor(index / 2), pick(networks, Math.floor(index / 2)));
      const sample = await sampleOf(sender, probe);
      (isKnown ? known : unknown).push(sample);
      tally.add(kind);
    },
    atOnce,
  );
  return { known, unknown, area: areaUnderCurve(known, unknown) };
}

function expectAlike({ known, unknown, area }: Awaited<ReturnType<typeof compare>>): void {
  expect(known).toHaveLength(SAMPLES_EACH);
  expect(shownIn(known)).toHaveLength(1);
  expect(shownIn(unknown)).toEqual(shownIn(known));
  expect(area).toBeGreaterThan(CHANCE.from);
  expect(area).toBeLessThan(CHANCE.to);
}

describe("answers and their times do not reveal accounts", () => {
  test("sign-in to a contract hides which contracts exist after the first failures", async () => {
    const password = "senha-que-nao-e";
    const compared = await compare(
      "account enumeration: contract",
      (isKnown, index, from) => {
        const contractNumber = isKnown ? pick(contractNumbers, index) : unknownNumber(index);
        return call("sign-in-contract", { contractNumber, password }, from);
      },
      { firstFailures: 3 },
    );
    expectAlike(compared);
  });

  test("staff sign-in hides which accounts exist", async () => {
    const password = "senha-que-nao-e";
    const compared = await compare("account enumeration: staff", (isKnown, index, from) => {
      const email = isKnown ? pick(staffEmails, index) : unknownEmail(index);
      return call("sign-in-staff", { email, password }, from);
    });
    expectAlike(compared);
  });

  test("staff sign-up hides which accounts exist", async () => {
    const password = `capivara-azul-${crypto.randomUUID()}`;
    const compared = await compare(
      "account enumeration: sign-up",
      (isKnown, index) => {
        const email = isKnown ? pick(staffEmails, index) : unknownEmail(index);
        return call("sign-up-staff", { email, password }, someAddress());
      },
      { atOnce: 12 },
    );
    expectAlike(compared);
  });

  test("password recovery hides which contract accounts exist", async () => {
    const { email } = demoContract();
    const compared = await compare("account enumeration: recovery", (isKnown, index) =>
      call("recover-password", { email: isKnown ? email : unknownEmail(index) }, someAddress()),
    );
    expectAlike(compared);
  });

  test("password recovery hides which staff accounts exist", async () => {
    const { email } = stack.accounts.staff;
    const compared = await compare("account enumeration: recovery of staff", (isKnown, index) =>
      call(
        "recover-password",
        { email: isKnown ? email : unknownEmail(index), account: "staff" },
        someAddress(),
      ),
    );
    expectAlike(compared);
  });

  test("a request for a new tracking link hides which requests exist", async () => {
    const rows = await stack.sql`select protocol, email from public.simulations`;
    const protocols = rows.map((row) => String(row["protocol"]));
    const compared = await compare("account enumeration: tracking", (isKnown, index) => {
      const row = rows[index % rows.length];
      const email = isKnown ? String(row?.["email"]) : unknownEmail(index);
      const form = { protocol: pick(protocols, index), email };
      return call("request-tracking-link", form, someAddress());
    });
    expectAlike(compared);
  });

  test("a request for a new landlord link hides which landlords exist", async () => {
    const known = Array.from({ length: 20 }, (_one, n) => `locador${n}@exemplo.com.br`);
    await stack.sql`
      insert into public.lease_addresses (lease_id, address, given_by)
      select lease.id, address, 'tenant'
      from unnest(${known}::text[]) as address, (select id from public.leases limit 1) as lease`;
    const compared = await compare("account enumeration: landlords", (isKnown, index) =>
      call(
        "request-landlord-link",
        { email: isKnown ? pick(known, index) : unknownEmail(index) },
        someAddress(),
      ),
    );
    expectAlike(compared);
  });
});

describe("strangers' guesses do not lock an account's owner out", () => {
  /** Sends `times` wrong passwords for one account from twelve networks. Reports a fault if one is accepted. */
  async function guess(kind: string, times: number, probe: (from: string) => Probe) {
    const networks = Array.from({ length: 12 }, someAddress);
    const tries = Array.from({ length: times }, (_try, index) => index);
    await onEach(tries, async (index) => {
      const { status } = await sender.send(probe(pick(networks, index)));
      if (status < 400) tally.fault(`${kind}: a guess was right`);
      tally.add(kind);
    });
  }

  test("a tenant signs in to a contract during and after the guessing", async () => {
    const { contractNumber, password } = demoContract();
    const own = someAddress();
    const enter = async () =>
      (await sender.send(call("sign-in-contract", { contractNumber, password }, own))).status;
    const guessing = guess("lockouts: contract", 60, (from) =>
      call("sign-in-contract", { contractNumber, password: "senha-que-nao-e" }, from),
    );
    expect(await enter()).toBe(200);
    await guessing;
    expect(await enter()).toBe(200);
    expect(tally.takeFaults()).toEqual([]);
  });

  test("staff sign in during and after the guessing", async () => {
    const { email, password } = stack.accounts.staff;
    const own = someAddress();
    const enter = async () =>
      (await sender.send(call("sign-in-staff", { email, password }, own))).status;
    const guessing = guess("lockouts: staff", 60, (from) =>
      call("sign-in-staff", { email, password: "senha-que-nao-e" }, from),
    );
    expect(await enter()).toBe(200);
    await guessing;
    expect(await enter()).toBe(200);
    expect(tally.takeFaults()).toEqual([]);
  });
});
