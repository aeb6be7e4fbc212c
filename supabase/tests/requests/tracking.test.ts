import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readProtocol, receiptSchema, trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { callFunction } from "../support/call-api.ts";
import { simulationRequest, simulationRow } from "../support/sample-rows.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

const address_hash = "a".repeat(64);

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.simulations`;
  await stack.sql`delete from public.outgoing_mail`;
  await stack.sql`delete from public.rate_limits`;
});

const call = async (name: string, parameters: Record<string, unknown>) =>
  callFunction(stack, stack.personas.service, name, parameters);

async function submit(request: object, answer_hours = 24) {
  const answer = await call("submit_simulation", {
    request,
    address_hash,
    terms_version: "2026-01",
    answer_hours,
  });
  expect(answer.status).toBe(200);
  return answer.json;
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

async function track(secret: string | undefined) {
  const answer = await call("track_request", { secret_hash: hashOf(secret ?? ""), address_hash });
  expect(answer.status).toBe(200);
  return answer.json === null ? null : trackedRequestSchema.parse(answer.json);
}

async function currentSecret(simulationId: unknown): Promise<string> {
  return String((await call("tracking_secret", { simulation_id: simulationId })).json);
}

describe("a protocol", () => {
  test("has a right check character and is unique among 1,000 made at once", async () => {
    const rows = Array.from({ length: 1000 }, () => simulationRow());
    await Promise.all(
      rows.map((row) => stack.sql`insert into public.simulations ${stack.sql(row)}`),
    );
    const stored = await stack.sql`select protocol from public.simulations`;
    const protocols = stored.map((row) => String(row["protocol"]));
    expect(new Set(protocols).size).toBe(1000);
    expect(protocols.filter((protocol) => readProtocol(protocol) !== protocol)).toEqual([]);
    const year = new Date().getFullYear();
    for (const protocol of protocols) expect(protocol).toMatch(new RegExp(`^PS-${year}-.{8}$`));
  }, 60_000);

  test("cannot have a wrong check character or be used twice", async () => {
    const [{ protocol } = { protocol: "" }] = await stack.sql<{ protocol: string }[]>`
      insert into public.simulations ${stack.sql(simulationRow())} returning protocol`;
    const other = protocol.endsWith("0") ? "1" : "0";
    for (const wrong of [protocol, protocol.slice(0, -1) + other, "PS-2026-0000001U"]) {
      await expect(
        stack.sql`insert into public.simulations ${stack.sql(simulationRow({ protocol: wrong }))}`,
      ).rejects.toThrow(/simulations_protocol/);
    }
  });

  test("is chosen by the database, like the promised date", async () => {
    const request = simulationRequest({
      protocol: "PS-2026-00000011",
      answerDueAt: "2030-01-01T00:00:00Z",
    });
    const receipt = receiptSchema.parse(await submit(request));
    expect(receipt.protocol).not.toBe("PS-2026-00000011");
    expect(receipt.answerDueAt).toMatch(/^202[0-9]/);
    expect(new Date(receipt.answerDueAt ?? "").getFullYear()).toBeLessThan(2030);
  });
});

test.each([
  [24, 24],
  [1, 1],
  [36, 36],
  [0, 1],
  [100_000, 720],
])("a rule of %i hours promises an answer %i hours later", async (hours, promised) => {
  await submit(simulationRequest(), hours);
  const [row] = await stack.sql`
    select extract(epoch from answer_due_at - created_at) / 3600 as hours from public.simulations`;
  expect(Number(row?.["hours"])).toBe(promised);
});

describe("the answer to a form", () => {
  test("is the same for a repeated form, and empty for another one", async () => {
    const request = simulationRequest();
    const first = receiptSchema.parse(await submit(request));
    expect(receiptSchema.parse(await submit(request))).toEqual(first);
    expect(await track(first.trackingSecret)).toMatchObject({ protocol: first.protocol });
    const guessed = simulationRequest({ submissionId: request.submissionId, fullName: "Outra" });
    expect(receiptSchema.safeParse(await submit(guessed)).success).toBe(false);
  });

  test("holds no secret after an hour or after a new link", async () => {
    const request = simulationRequest();
    const first = receiptSchema.parse(await submit(request));
    await stack.sql`update public.simulations set created_at = created_at - interval '61 minutes'`;
    const late = receiptSchema.parse(await submit(request));
    expect(late.protocol).toBe(first.protocol);
    expect(late.trackingSecret).toBeUndefined();
    await stack.sql`update public.simulations set created_at = now()`;
    await stack.sql`select private.renew_tracking_link(id) from public.simulations`;
    expect(receiptSchema.parse(await submit(request)).trackingSecret).toBeUndefined();
  });
});

describe("a link", () => {
  test("is stored in the database only as the hash of its secret", async () => {
    const { trackingSecret } = receiptSchema.parse(await submit(simulationRequest()));
    expect(trackingSecret).toMatch(/^[\w-]{22}$/);
    const tables = await stack.sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private')`;
    for (const { name } of tables) {
      const rows = await stack.sql`select row::text as text from ${stack.sql(String(name))} as row`;
      expect(rows.filter((row) => String(row["text"]).includes(trackingSecret ?? "?"))).toEqual([]);
    }
    const [link] = await stack.sql`select secret_hash from private.tracking_links`;
    expect(link?.["secret_hash"]).toBe(hashOf(trackingSecret ?? ""));
  });

  test("opens one request, and a wrong one opens none", async () => {
    const first = receiptSchema.parse(await submit(simulationRequest()));
    const second = receiptSchema.parse(await submit(simulationRequest({ cpf: "11144477735" })));
    expect(first.trackingSecret).not.toBe(second.trackingSecret);
    expect((await track(first.trackingSecret))?.protocol).toBe(first.protocol);
    expect((await track(second.trackingSecret))?.protocol).toBe(second.protocol);
    for (const wrong of ["", "A".repeat(22), `${first.trackingSecret}A`]) {
      expect(await track(wrong)).toBeNull();
    }
  });

  test("lives for 90 days after the decision, and until there is one", async () => {
    const { trackingSecret } = receiptSchema.parse(await submit(simulationRequest()));
    await stack.sql`update public.simulations set created_at = now() - interval '300 days',
      answer_due_at = now() - interval '299 days'`;
    expect(await track(trackingSecret)).toMatchObject({ status: "pending" });
    const decide = (age: string) => stack.sql`
      update public.simulations set status = 'rejected', rejection_reason = 'Renda insuficiente',
        reviewed_at = now() - ${age}::interval`;
    await decide("89 days");
    expect(await track(trackingSecret)).toMatchObject({
      status: "rejected",
      reason: "Renda insuficiente",
    });
    await decide("91 days");
    expect(await track(trackingSecret)).toBeNull();
  });

  test("has a limit of wrong secrets", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async (_try, index) => {
        const secret_hash = hashOf(String(index));
        return (await call("track_request", { secret_hash, address_hash })).status;
      }),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe("the request for a new link", () => {
  const ask = (protocol: string, email = "ana@exemplo.com.br", from = address_hash) =>
    call("request_tracking_link", { protocol, email, address_hash: from });
  const network = (n: number) => String(n).padStart(64, "0");
  const mails = () => stack.sql`
    select recipient, simulation_id from public.outgoing_mail where template = 'tracking-link'`;

  test("mails one to the request's sender, and the former opens nothing any more", async () => {
    const { protocol, trackingSecret } = receiptSchema.parse(await submit(simulationRequest()));
    expect((await ask(protocol, " Ana@Exemplo.com.br")).json).toBeUndefined();
    const [row] = await stack.sql`select id from public.simulations`;
    expect([...(await mails())]).toEqual([
      { recipient: "ana@exemplo.com.br", simulation_id: row?.["id"] },
    ]);
    expect(await track(trackingSecret)).toBeNull();
    expect(await track(await currentSecret(row?.["id"]))).toMatchObject({ protocol });
  });

  test("gets the same answer and leaves no trace for an unknown pair", async () => {
    const { protocol, trackingSecret } = receiptSchema.parse(await submit(simulationRequest()));
    const known = await ask(protocol, "outra@exemplo.com.br");
    expect(await ask("PS-2026-00000011")).toEqual(known);
    expect([...(await mails())]).toEqual([]);
    expect(await track(trackingSecret)).not.toBeNull();
  });

  test("cannot be blocked by holders of the protocol alone", async () => {
    const { protocol } = receiptSchema.parse(await submit(simulationRequest()));
    for (let time = 0; time < 8; time += 1) await ask(protocol, `curioso${time}@exemplo.com.br`);
    for (let time = 0; time < 8; time += 1)
      await ask(protocol, "curioso@exemplo.com.br", network(time));
    expect(await mails()).toHaveLength(0);
    await ask(protocol, "ana@exemplo.com.br", network(9));
    expect(await mails()).toHaveLength(1);
  });

  test("mails at most three links an hour for one request without refusing a call", async () => {
    const { protocol } = receiptSchema.parse(await submit(simulationRequest()));
    const statuses = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await ask(protocol)).status);
    expect(new Set(statuses).size).toBe(1);
    expect(await mails()).toHaveLength(3);
  });
});

test("staff find a request by its protocol and do not see the id of its submission", async () => {
  const { protocol } = receiptSchema.parse(await submit(simulationRequest()));
  await submit(simulationRequest({ cpf: "11144477735" }));
  for (const search of [protocol, protocol.toLowerCase(), protocol.slice(-8)]) {
    const { json } = await callFunction(stack, stack.personas.staff, "list_simulations", {
      search,
    });
    expect(json).toMatchObject([
      { protocol, submission_id: null, answer_due_at: expect.any(String) },
    ]);
  }
});
