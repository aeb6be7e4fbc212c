import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { columnOf } from "#contracts/fields/sent-fields.ts";
import { linkSamples, plainSamples } from "#contracts/link-samples-for-tests.ts";
import { contactMessageFormSchema } from "#contracts/messages/contact-message.ts";
import { partnershipFormSchema } from "#contracts/partners/partnership-request.ts";
import { simulationFormSchema } from "#contracts/requests/simulation-request.ts";
import { receiptSchema } from "#contracts/requests/tracking.ts";
import { callFunction } from "../support/call-api.ts";
import { contactMessage, partnershipRequest, simulationRequest } from "../support/sample-rows.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.simulations`;
  await stack.sql`delete from public.partnership_requests`;
  await stack.sql`delete from public.contact_messages`;
  await stack.sql`delete from public.outgoing_mail`;
  await stack.sql`delete from public.rate_limits`;
});

test("a simulation is stored normalised with its consent and two mails", async () => {
  const answer = await submit(simulationRequest({ comments: "  ", email: " Ana@Exemplo.com.br" }));
  expect(answer).toMatchObject({ status: 200, json: { created: true } });
  const [row] = await stack.sql`select * from public.simulations`;
  expect(row).toMatchObject({
    status: "pending",
    email: "ana@exemplo.com.br",
    phone: "44999998888",
    cpf: "52998224725",
    owner_contact: "4433334444",
    comments: null,
    monthly_income: "6500.00",
    accepted_terms_version: "2026-01",
  });
  expect(Date.now() - Number(row?.["accepted_terms_at"])).toBeLessThan(60_000);
  expect([...(await mails())]).toEqual([
    { template: "simulation-notice", recipient: null, simulation_id: row?.["id"] },
    {
      template: "simulation-received",
      recipient: "ana@exemplo.com.br",
      simulation_id: row?.["id"],
    },
  ]);
});

test("a caller sets no column that the form does not have", async () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const written = { id, createdAt: "2020-01-01", status: "approved", repeatedCpf: true };
  const review = { reviewedAt: "2026-01-01", rejectionReason: "Nenhum", searchText: "x" };
  const terms = { acceptedTermsVersion: "9", acceptedTermsAt: "2020-01-01" };
  const more = { ...written, ...review, ...terms, fullname: "x", full_name: "Outra Pessoa" };
  expect(await submit(simulationRequest(more))).toMatchObject({ status: 200 });
  const [row] = await stack.sql`select * from public.simulations`;
  expect(row).toMatchObject({
    full_name: "Ana Maria da Silva",
    status: "pending",
    repeated_cpf: false,
    reviewed_at: null,
    rejection_reason: null,
    accepted_terms_version: "2026-01",
  });
  expect(row?.["id"]).not.toBe(id);
  for (const column of ["created_at", "accepted_terms_at"]) {
    expect(Date.now() - Number(row?.[column])).toBeLessThan(60_000);
  }
  expect(await partner(partnershipRequest(written))).toMatchObject({ status: 200 });
  const [request] = await stack.sql`select id from public.partnership_requests`;
  expect(request?.["id"]).not.toBe(id);
});

test.each([
  ["simulations", simulationFormSchema, ["submissionId", "acceptedTermsVersion"]],
  ["partnership_requests", partnershipFormSchema, ["submissionId"]],
  ["contact_messages", contactMessageFormSchema, ["submissionId"]],
])("visitors set exactly the form's fields in %s", async (table, { shape }, others) => {
  const rows = await stack.sql`
    select attname from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0
      and has_column_privilege('service_role', attrelid, attnum, 'insert')`;
  const names = [...Object.keys(shape).filter((name) => name !== "acceptedTerms"), ...others];
  expect(rows.map((row) => row["attname"]).toSorted()).toEqual(names.map(columnOf).toSorted());
});

test("foreign phone numbers are stored with their plus, Brazilian ones as digits", async () => {
  await submit(simulationRequest({ phone: "+1 (415) 555-2671", ownerContact: "(44) 3333-4444" }));
  const [simulation] = await stack.sql`select phone, owner_contact from public.simulations`;
  expect(simulation).toEqual({ phone: "+14155552671", owner_contact: "4433334444" });
  await partner(partnershipRequest({ phone: "+351912345678" }));
  const [request] = await stack.sql`select phone from public.partnership_requests`;
  expect(request).toEqual({ phone: "+351912345678" });
});

test("a partnership request is stored with two mails", async () => {
  const answer = await partner(
    partnershipRequest({ propertyValue: 350000.99, message: undefined }),
  );
  expect(answer).toMatchObject({ status: 200, json: { created: true } });
  const [row] = await stack.sql`select property_value, message from public.partnership_requests`;
  expect(row).toEqual({ property_value: "350000.99", message: null });
  expect((await mails()).map(({ template, recipient }) => [template, recipient])).toEqual([
    ["partnership-notice", null],
    ["partnership-received", "carlos@imobiliaria.com.br"],
  ]);
});

test.each([
  { form: "simulation", send: () => submit(fixedSimulation), table: "simulations" },
  { form: "partnership", send: () => partner(fixedPartnership), table: "partnership_requests" },
  { form: "contact", send: () => contact(fixedContact), table: "contact_messages" },
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
test.each([
  { form: "partnership", kind: "PP", send: partner, request: partnershipRequest },
  { form: "contact", kind: "PM", send: contact, request: contactMessage },
])(
  "a $form returns its protocol, also to a retry, and to no other holder of its id",
  async ({ kind, send, request }) => {
    const form = request({ protocol: `${kind}-2026-00000011`, dueAt: "2030-01-01T00:00:00Z" });
    const first = receiptSchema.parse((await send(form)).json);
    expect(first.protocol).toMatch(new RegExp(`^${kind}-20\\d\\d-[0-9A-Z]{8}$`));
    expect(first.protocol).not.toBe(`${kind}-2026-00000011`);
    expect(receiptSchema.parse((await send(form)).json)).toEqual(first);
    const other = { ...form, email: "outra@exemplo.com.br" };
    expect((await send(other)).json).toEqual({ id: expect.any(String), created: false });
    const [{ isOwn } = { isOwn: false }] = await stack.sql<{ isOwn: boolean }[]>`
      select private.is_protocol(${first.protocol}, ${kind})
        and not private.is_protocol(${first.protocol}) as "isOwn"`;
    expect(isOwn).toBe(true);
  },
);

test("a partner gets the promised date of the business rules", async () => {
  const args = { request: partnershipRequest(), address_hash: network(1), contact_hours: 5 };
  const { json } = await callFunction(
    stack,
    stack.personas.service,
    "submit_partnership_request",
    args,
  );
  const due = new Date(receiptSchema.parse(json).answerDueAt ?? "").getTime();
  expect(Math.abs(due - Date.now() - 5 * 3_600_000)).toBeLessThan(60_000);
});

const fixedSimulation = simulationRequest();
const fixedPartnership = partnershipRequest();
const fixedContact = contactMessage();

describe("the limits", () => {
  test("store and flag 20 parallel requests with one CPF from 20 networks", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submit(simulationRequest({ email: `p${index}@exemplo.com.br` }), network(index)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await flags()).toEqual(Array.from({ length: 20 }, () => true));
    expect(await mails()).toHaveLength(40);
  });

  test("flag a request and its predecessor only when they share a CPF", async () => {
    await submit(simulationRequest({ cpf: "11144477735" }), network(1));
    await submit(simulationRequest({ cpf: "39053344705" }), network(2));
    expect(await flags()).toEqual([false, false]);
    await submit(simulationRequest({ cpf: "111.444.777-35" }), network(3));
    expect(await flags()).toEqual([true, true, false]);
  });

  test("store the request of a CPF's owner from another network after strangers used the CPF up", async () => {
    for (let count = 0; count < 40; count += 1) await submit(simulationRequest(), network(count));
    const answer = await submit(simulationRequest({ email: "dona@exemplo.com.br" }), network(99));
    expect(answer).toMatchObject({ status: 200, json: { created: true } });
  });

  test("refuse one CPF from one network after five requests, with the waiting time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => submit(simulationRequest(), network(1))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.json).toMatchObject({
      code: "PT429",
      details: expect.stringMatching(/^\d+$/),
      hint: "simulation-by-cpf-and-address",
    });
  });

  test("store further requests without mail after twenty with one CPF in a day", async () => {
    for (let count = 0; count < 25; count += 1) {
      const request = simulationRequest({ email: `p${count}@exemplo.com.br` });
      await submit(request, network(count));
    }
    expect(await flags()).toHaveLength(25);
    expect(await mails()).toHaveLength(40);
  });

  test("give one mailbox five confirmations a day across all forms and spellings", async () => {
    const cpfs = ["52998224725", "11144477735", "39053344705", "00000000191"];
    for (const [index, cpf] of cpfs.entries()) {
      const email = `Al${".".repeat(index % 2)}vo+${index}@${index < 2 ? "Gmail" : "googlemail"}.com`;
      expect((await submit(simulationRequest({ cpf, email }), network(index))).status).toBe(200);
      const request = partnershipRequest({ email: `al${".".repeat(index % 2)}vo@gmail.com` });
      expect((await partner(request)).status).toBe(200);
      const message = contactMessage({ email: "A.L.V.O@googlemail.com" });
      expect((await contact(message)).status).toBe(200);
    }
    const received = (await mails()).filter(({ recipient }) => recipient !== null);
    expect(received).toHaveLength(5);
    const notices = (await mails()).filter(({ recipient }) => recipient === null);
    expect(notices).toHaveLength(12);
  });

  test("give the staff inbox a number of notices an hour, while the list has every simulation", async () => {
    await stack.sql`update private.limits set most = 1 where action = 'simulation-notice'`;
    await submit(simulationRequest({ cpf: "11144477735" }), network(1));
    await submit(simulationRequest({ cpf: "39053344705" }), network(2));
    await stack.sql`update private.limits set most = 100 where action = 'simulation-notice'`;
    const notices = (await mails()).filter(({ template }) => template === "simulation-notice");
    expect(notices).toHaveLength(1);
    expect(await flags()).toHaveLength(2);
  });

  test("refuse an address that sends too much, for any applicant", async () => {
    await stack.sql`update private.limits set most = 2 where action = 'partnership-by-address'`;
    const statuses = [];
    for (const name of ["a", "b", "c"]) {
      const request = partnershipRequest({ email: `${name}@exemplo.com.br` });
      statuses.push((await partner(request)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("keep neither CPF nor e-mail nor address in the counters", async () => {
    await submit(simulationRequest());
    const rows = await stack.sql`select row::text as text from public.rate_limits as row`;
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row["text"]).not.toMatch(/52998224725|@/);
  });
});

// This test uses only the first sample of a link, because other tests use all samples.
test("a link is refused in fields without links", async () => {
  const text = linkSamples[0];
  for (const field of ["fullName", "occupation", "propertyAddress", "propertyCity", "ownerName"]) {
    const answer = await submit(simulationRequest({ [field]: `Ana ${text}` }));
    expect([field, answer.status]).toEqual([field, 422]);
  }
  for (const field of ["partnerName", "companyName", "propertyAddress", "propertyCity"]) {
    const answer = await partner(partnershipRequest({ [field]: `Ana ${text}` }));
    expect([field, answer.status]).toEqual([field, 422]);
  }
});

test.each(linkSamples)("%s is a link in a name, and allowed in the comments", async (text) => {
  expect((await submit(simulationRequest({ fullName: `Ana ${text}` }))).status).toBe(422);
  const name = { partnerName: `Ana ${text}` };
  expect((await partner(partnershipRequest(name))).status).toBe(422);
  expect((await submit(simulationRequest({ comments: text }))).status).toBe(200);
});

test("text that only looks like a link is stored", async () => {
  for (const text of plainSamples) {
    const [row] = await stack.sql`select private.has_link(${text}) as has_link`;
    expect([text, row?.["has_link"]]).toEqual([text, false]);
  }
});

test.each([
  ["acceptedTerms", false, 422],
  ["acceptedTerms", undefined, 422],
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
  "a simulation with %s = %s is refused and leaves nothing behind",
  async (field, value, status = 400) => {
    const answer = await submit(simulationRequest({ [field]: value }));
    expect(answer.status, JSON.stringify(answer.json)).toBe(status);
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

function contact(request: unknown, address_hash = "a".repeat(64)) {
  const args = { request, address_hash };
  return callFunction(stack, stack.personas.service, "submit_contact_message", args);
}

/** Returns a stand-in for the hash of a caller's network address, a different one for each index. */
const network = (index: number) => `${index}`.padStart(64, "0");

async function flags() {
  const rows = await stack.sql`
    select repeated_cpf from public.simulations order by cpf, created_at`;
  return rows.map((row) => row["repeated_cpf"]);
}

async function mails() {
  return [
    ...(await stack.sql`
      select template, recipient, simulation_id from public.outgoing_mail order by template`),
  ];
}
