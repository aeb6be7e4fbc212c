import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sessionSchema } from "#contracts/accounts.ts";
import { someAddress } from "./filled-forms.ts";
import { startTestStack, type Answer, type TestStack } from "./test-stack.ts";
import { mayPrint } from "../support/runner/printed-problems.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

const open = (contractNumber: string, password: string, from: string) =>
  stack.call("sign-in-contract", { body: { contractNumber, password }, from });

const messageOf = ({ body }: Answer) =>
  /"message":"(?<message>[^"]*)"/.exec(JSON.stringify(body))?.groups?.["message"];

const forgetAttempts = () => stack.sql`delete from public.login_attempts`;

function account(index: number) {
  const found = stack.accounts.contracts[index];
  if (!found) throw new Error(`There is no demo contract ${index}`);
  return found;
}

describe("a tenant", () => {
  it("opens the contract with number and password, in either case, and reads no other", async () => {
    const { contractNumber, password } = account(0);
    const answer = await open(contractNumber.toLowerCase(), password, someAddress());
    expect(answer.status).toBe(200);
    const session = sessionSchema.parse(Object(answer.body).data);
    const read = await fetch(`${stack.url}/rest/v1/contracts?select=contract_number`, {
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${session.access_token}` },
    });
    expect(await read.json()).toEqual([{ contract_number: contractNumber }]);
  });

  it(
    "reads which field was wrong three times, and then a general refusal",
    { tags: ["full"] },
    async () => {
      await forgetAttempts();
      const from = someAddress();
      const messages = [
        messageOf(await open(account(0).contractNumber, "errada-1", from)),
        messageOf(await open("PF-2026-0000000000", "errada-2", from)),
        messageOf(await open(account(0).contractNumber, "errada-3", from)),
        messageOf(await open(account(0).contractNumber, "errada-4", from)),
        messageOf(await open("PF-2026-0000000000", "errada-5", from)),
      ];
      const generic = "Número do contrato ou senha incorretos.";
      expect(messages).toEqual([
        "Senha incorreta",
        "Contrato não encontrado",
        "Senha incorreta",
        generic,
        generic,
      ]);
    },
  );

  it("signs in with the right password after failures", { tags: ["full"] }, async () => {
    const { contractNumber, password } = account(0);
    expect((await open(contractNumber, password, someAddress())).status).toBe(200);
  });
});

describe("an attempt during an outage of the auth server", () => {
  it(
    "does not count, so that the right password still opens the contract afterwards",
    { tags: ["full"] },
    async () => {
      mayPrint(/^Auth error: PostgresError: relation "auth\.sessions" does not exist/);
      await forgetAttempts();
      const from = someAddress();
      const { contractNumber, password } = account(0);
      // Renaming this table makes the auth server fail. Nothing else uses the table.
      const admin = postgres(stack.database.adminUrl, { max: 1 });
      await admin`alter table auth.sessions rename to sessions_away`;
      try {
        for (let round = 0; round < 2; round += 1) {
          const answers = await Promise.all(
            Array.from({ length: 6 }, () => open(contractNumber, password, from)),
          );
          expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
        }
      } finally {
        await admin`alter table auth.sessions_away rename to sessions`;
        await admin.end();
      }
      // The auth server failed before it checked a password, so no attempt counts as a failed sign-in.
      const failed = await stack.sql`
      select kind from public.login_attempts where succeeded_at is null
    `;
      expect(failed).toEqual([]);
      expect((await open(contractNumber, password, from)).status).toBe(200);
    },
  );
});

describe("a guesser", () => {
  it(
    "has ten of twenty parallel tries, and the eleventh names the waiting time",
    { tags: ["full"] },
    async () => {
      await forgetAttempts();
      const from = someAddress();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          open(account(1).contractNumber, `chute-${index}`, from),
        ),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused && messageOf(refused)).toMatch(/Tente novamente em 1\d minutos\./);
      expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(800);
    },
  );

  it("gains nothing by the right password while waiting", { tags: ["full"] }, async () => {
    await forgetAttempts();
    const from = someAddress();
    const { contractNumber, password } = account(1);
    for (let guess = 0; guess < 10; guess += 1) await open(contractNumber, `chute-${guess}`, from);
    expect((await open(contractNumber, password, from)).status).toBe(429);
  });

  it("locks no tenant out, not even of the guessed contract", { tags: ["full"] }, async () => {
    for (const index of [0, 1]) {
      const { contractNumber, password } = account(index);
      expect((await open(contractNumber, password, someAddress())).status).toBe(200);
    }
  });

  it(
    "locks out neither a known device nor a reset from a hundred networks",
    { tags: ["full"] },
    async () => {
      await forgetAttempts();
      const { contractNumber, password } = account(1);
      const device = "0123456789abcdef0123456789abcdef";
      const from = someAddress();
      const openAs = (token: string) =>
        stack.call("sign-in-contract", {
          body: { contractNumber, password, device: token },
          from,
        });
      expect((await openAs(device)).status).toBe(200);
      await open(contractNumber, "errada", someAddress());
      await stack.sql`
      insert into public.login_attempts (kind, subject_hash, address_hash, user_id)
      select kind, subject_hash, lpad(n::text, 64, '0'), user_id
      from public.login_attempts, generate_series(1, 100) as n
      where succeeded_at is null`;
      expect((await openAs("f".repeat(32))).status).toBe(429);
      expect((await openAs(device)).status).toBe(200);
    },
  );

  it("cannot choose an address by headers", async () => {
    await forgetAttempts();
    const from = someAddress();
    const answers = await Promise.all(
      Array.from({ length: 11 }, (_, index) => {
        const forged = `198.51.100.${index}`;
        const headers = { "x-forwarded-for": forged, "cf-connecting-ip": forged };
        const body = { contractNumber: account(0).contractNumber, password: `chute-${index}` };
        return stack.call("sign-in-contract", { body, headers, from });
      }),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe("twenty tenants who sign in at once", () => {
  it("each get a session", { tags: ["full"] }, async () => {
    await forgetAttempts();
    const tenants = Array.from({ length: 20 }, (_, index) => account(index % 2));
    const answers = await Promise.all(
      tenants.map(({ contractNumber, password }) => open(contractNumber, password, someAddress())),
    );
    // Twenty password checks at once can exceed the time limit of a call on a busy machine. The calls that exceed the
    // limit get status 503 and are repeated here one after the other.
    for (const [index, { status }] of answers.entries()) {
      if (status !== 503) continue;
      await forgetAttempts();
      const { contractNumber, password } = account(index % 2);
      answers[index] = await open(contractNumber, password, someAddress());
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const tokens = answers.map(({ body }) => sessionSchema.parse(Object(body).data).refresh_token);
    expect(new Set(tokens).size).toBe(20);
  });
});
