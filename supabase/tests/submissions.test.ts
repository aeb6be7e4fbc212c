import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callFunction } from "./support/call-api.ts";
import { partnershipRequest, simulationRequest } from "./support/sample-rows.ts";
import { testStack } from "./support/test-stack.ts";
import type { TestStack } from "./support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.simulations`;
  await stack.sql`delete from public.partnership_requests`;
  await stack.sql`delete from public.outgoing_mail`;
  await stack.sql`delete from public.rate_limits`;
});

test("a simulation is stored clean, with its consent and two mails", async () => {
  const answer = await submit(
    simulationRequest({ comments: "  ", email: " Maria@Exemplo.com.br" }),
  );
  expect(answer).toMatchObject({ status: 200, json: { created: true } });
  const [row] = await stack.sql`select * from public.simulations`;
  expect(row).toMatchObject({
    status: "pending",
    email: "maria@exemplo.com.br",
    phone: "44999998888",
    cpf: "52998224725",
    owner_contact: "4432221111",
    comments: null,
    monthly_income: "5400.50",
    accepted_terms_version: "2026-01",
  });
  expect(Date.now() - Number(row?.["accepted_terms_at"])).toBeLessThan(60_000);
  expect([...(await mails())]).toEqual([
    { template: "simulation-notice", recipient: null, simulation_id: row?.["id"] },
    {
      template: "simulation-received",
      recipient: "maria@exemplo.com.br",
      simulation_id: row?.["id"],
    },
  ]);
});

test("a partnership request is stored with two mails", async () => {
  const answer = await partner(partnershipRequest());
  expect(answer).toMatchObject({ status: 200, json: { created: true } });
  const [row] = await stack.sql`select property_value, message from public.partnership_requests`;
  expect(row).toEqual({ property_value: "350000.99", message: null });
  expect((await mails()).map(({ template, recipient }) => [template, recipient])).toEqual([
    ["partnership-notice", null],
    ["partnership-received", "contato@aurora.exemplo.com.br"],
  ]);
});

test.each([
  { form: "simulation", send: () => submit(fixedSimulation), table: "simulations" },
  { form: "partnership", send: () => partner(fixedPartnership), table: "partnership_requests" },
])("20 parallel retries of one $form give one row and two mails", async ({ send, table }) => {
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  const bodies = answers.map(({ json }) => JSON.stringify(json));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(bodies.filter((body) => body.includes('"created":true'))).toHaveLength(1);
  expect(new Set(bodies.map((body) => /"id":"([^"]+)"/.exec(body)?.[1])).size).toBe(1);
  const [rows] = await stack.sql`select count(*)::integer as n from public.${stack.sql(table)}`;
  expect(rows?.["n"]).toBe(1);
  expect(await mails()).toHaveLength(2);
});
const fixedSimulation = simulationRequest();
const fixedPartnership = partnershipRequest();

describe("the limits", () => {
  test("20 parallel requests of one person pass as often as the limit says, and no more", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submit(simulationRequest(), `${index}`.padStart(64, "0")),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused).toHaveLength(15);
    expect(refused[0]?.json).toMatchObject({
      code: "PT429",
      details: expect.stringMatching(/^\d+$/),
      hint: "simulation-by-cpf",
    });
    expect(await mails()).toHaveLength(10);
  });

  test("one e-mail address is not flooded with confirmations, whatever CPFs are invented", async () => {
    await stack.sql`update private.limits set most = 2 where action = 'simulation-by-email'`;
    const answers = [];
    for (const cpf of ["52998224725", "11144477735", "39053344705"]) {
      const request = simulationRequest({ cpf, email: "Alvo@exemplo.com.br" });
      answers.push(await submit(request));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.json).toMatchObject({ hint: "simulation-by-email" });
  });

  test("an address that sends too much is refused whoever is named", async () => {
    await stack.sql`update private.limits set most = 2 where action = 'partnership-by-address'`;
    const statuses = [];
    for (const name of ["a", "b", "c"]) {
      const request = partnershipRequest({ email: `${name}@exemplo.com.br` });
      statuses.push((await partner(request)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("neither CPF nor e-mail nor address is kept in the counters", async () => {
    await submit(simulationRequest());
    const rows = await stack.sql`select row::text as text from public.rate_limits as row`;
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row["text"]).not.toMatch(/52998224725|@/);
  });
});

test.each([
  ["acceptedTerms", false],
  ["acceptedTerms", undefined],
  ["cpf", "529.982.247-26"],
  ["birthDate", "2026-02-30"],
  ["birthDate", "1919-01-01"],
  ["birthDate", new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10)],
  ["monthlyIncome", "muito"],
  ["monthlyIncome", null],
  ["rentalValue", -1],
  ["propertyState", "XX"],
  ["submissionId", "1"],
  ["submissionId", undefined],
])(
  "a simulation with %s = %s is refused with 400 and leaves nothing behind",
  async (field, value) => {
    const answer = await submit(simulationRequest({ [field]: value }));
    expect(answer.status, JSON.stringify(answer.json)).toBe(400);
    const [rows] = await stack.sql`select count(*)::integer as n from public.simulations`;
    expect(rows?.["n"]).toBe(0);
    expect(await mails()).toEqual([]);
  },
);

function submit(request: unknown, address_hash = "a".repeat(64)) {
  const args = { request, address_hash, terms_version: "2026-01" };
  return callFunction(stack, stack.personas.service, "submit_simulation", args);
}

function partner(request: unknown) {
  const args = { request, address_hash: "a".repeat(64) };
  return callFunction(stack, stack.personas.service, "submit_partnership_request", args);
}

async function mails() {
  return [
    ...(await stack.sql`
      select template, recipient, simulation_id from public.outgoing_mail order by template`),
  ];
}
