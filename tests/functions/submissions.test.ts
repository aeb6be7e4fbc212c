import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { filledMessage, filledPartnership, filledSimulation, someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";
import { undrawn } from "#contracts/fields/drawn-letters.ts";
import { simulationFormSchema } from "#contracts/requests/simulation-request.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

const subjects = async (to: string) => (await stack.inbox(to)).map(({ subject }) => subject);

async function stored(email: string) {
  const rows = await stack.sql`select * from public.simulations where email = ${email}`;
  return rows.length;
}

describe("a visitor's simulation", () => {
  it("becomes a row, a confirmation with a copy, and a notice to staff", async () => {
    const form = filledSimulation();
    const answer = await stack.call("send-simulation-email", { body: form, from: someAddress() });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, data: {} } });

    const [row] = await stack.sql`
      select *, monthly_income::float8 as income, rental_value::float8 as rent, birth_date::text as born
      from public.simulations where email = ${form.email}`;
    expect(row).toMatchObject({
      status: "pending",
      full_name: "Ana Maria da Silva",
      phone: "44999998888",
      cpf: form.cpf,
      born: "1990-05-17",
      income: 6500,
      rent: 1800.5,
      owner_contact: "4433334444",
      comments: "Tenho um cachorro.\nPosso mudar em março.",
      accepted_terms_version: "1",
    });

    await eventually(() => subjects(form.email)).toEqual(["Recebemos a sua simulação de fiança"]);
    const [confirmation] = await stack.inbox(form.email);
    expect(confirmation?.text).toContain("R$\u00a01.800,50");
    expect(confirmation?.text).toContain("Versão: 1");
    expect(`${confirmation?.text}${confirmation?.html}`).not.toContain(form.cpf);
    await eventually(() => subjects(stack.accounts.staff.email)).toContain(
      "Nova simulação: Ana Maria da Silva",
    );
  });

  it("is stored once when it is sent repeatedly or in parallel", async () => {
    const form = filledSimulation();
    const from = someAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stack.call("send-simulation-email", { body: form, from })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stored(form.email)).toBe(1);
    await stack.deliver();
    await eventually(() => subjects(form.email)).toHaveLength(1);
    const queued = await stack.sql`
      select template from public.outgoing_mail join public.simulations as s
      on s.id = simulation_id where s.email = ${form.email}`;
    expect(queued).toHaveLength(2);
  });

  it("is neither lost nor doubled for twenty people at once", async () => {
    const forms = Array.from({ length: 20 }, () => filledSimulation());
    const answers = await Promise.all(
      forms.map((body) => stack.call("send-simulation-email", { body, from: someAddress() })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { email } of forms) {
      expect(await stored(email)).toBe(1);
      await eventually(() => subjects(email)).toHaveLength(1);
    }
  });

  it("accepts the specification's payload alone", async () => {
    const { submissionId: _id, termsVersion: _version, ...form } = filledSimulation();
    const answer = await stack.call("send-simulation-email", { body: form, from: someAddress() });
    expect(answer.status).toBe(200);
    expect(await stored(form.email)).toBe(1);
  });

  it("names every wrong field in Portuguese and stores nothing", async () => {
    const form = filledSimulation({ cpf: "529.982.247-24", rentalValue: "" });
    const answer = await stack.call("send-simulation-email", { body: form, from: someAddress() });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        ok: false,
        error: {
          code: "invalid_fields",
          fields: { cpf: "CPF inválido", rentalValue: "Valor do aluguel é obrigatório" },
        },
      },
    });
    expect(await stored(form.email)).toBe(0);
  });

  it("is refused with a waiting time when one CPF comes too often from one network", async () => {
    const { cpf } = filledSimulation();
    const from = someAddress();
    const send = (address: string) =>
      stack.call("send-simulation-email", { body: filledSimulation({ cpf }), from: address });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await send(from)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const refused = await send(from);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(JSON.stringify(refused.body)).toMatch(
      /Tente novamente em \d+ (minuto|hora|segundo)s?\./,
    );
    // The limit counts calls with one CPF from one network, so the same CPF is still accepted from another network.
    expect((await send(someAddress())).status).toBe(200);
  });

  it("keeps all characters that people type", async () => {
    const form = filledSimulation({
      fullName: "  Zoë\tD'Ávila\u200b ",
      comments: "👨‍👩‍👧 <b>&amp;</b> '; drop table simulations; --",
    });
    await stack.call("send-simulation-email", { body: form, from: someAddress() });
    const [row] = await stack.sql`
      select full_name, comments from public.simulations where email = ${form.email}`;
    expect(row).toEqual({ full_name: "Zoë D'Ávila", comments: form.comments });
  });
});

describe("a form that the contract accepts", () => {
  it("is stored by the database as parsed", { tags: ["full"] }, async () => {
    const lengths = { minLength: 1, maxLength: 100 };
    const line = fc.string({ unit: "grapheme", ...lengths });
    // Names and addresses appear in PDF documents, so the form accepts only letters that the fonts of these documents
    // contain.
    const letters = Array.from({ length: 0x2000 }, (_none, code) => String.fromCodePoint(code));
    const unit = fc.constantFrom(...letters.filter((letter) => undrawn(letter) === undefined));
    const shown = fc.string({ unit, ...lengths });
    const typed = fc.record({
      fullName: shown,
      occupation: line,
      propertyAddress: shown,
      propertyCity: shown,
      ownerName: line,
      phone: fc.oneof(
        fc.stringMatching(/^\(\d{2}\) \d{4,5}-\d{4}$/),
        fc.stringMatching(/^\+?\d{9,16}$/),
      ),
      monthlyIncome: fc.integer({ min: 1, max: 999_999_999_999 }).map((cents) => cents / 100),
      comments: fc.string({ unit: "binary", maxLength: 1000 }),
    });
    const accepted = typed.filter(
      (change) => simulationFormSchema.safeParse(filledSimulation(change)).success,
    );
    for (const change of fc.sample(accepted, 40)) {
      const form = filledSimulation(change);
      const answer = await stack.call("send-simulation-email", { body: form, from: someAddress() });
      expect([answer.status, change]).toEqual([200, change]);
      const [row] = await stack.sql`
        select full_name, phone, comments, monthly_income::float8 as income
        from public.simulations where email = ${form.email}`;
      const read = simulationFormSchema.parse(form);
      expect(row).toEqual({
        full_name: read.fullName,
        phone: read.phone,
        comments: read.comments ?? null,
        income: read.monthlyIncome,
      });
    }
  });
});

describe("a partnership request", () => {
  it("becomes a row, a confirmation, and a notice with everything in it", async () => {
    const form = filledPartnership();
    const answer = await stack.call("send-partnership-request", {
      body: form,
      from: someAddress(),
    });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, data: {} } });
    const [row] = await stack.sql`
      select *, property_value::float8 as value from public.partnership_requests
      where email = ${form.email}`;
    expect(row).toMatchObject({
      partner_name: "Carlos Souza",
      value: 350000,
      property_type: "Galpão",
    });
    await eventually(() => subjects(form.email)).toEqual([
      "Recebemos a sua solicitação de parceria",
    ]);
    const notice = "Nova solicitação de parceria: Imobiliária Souza & Filhos";
    await eventually(() => subjects(stack.accounts.staff.email)).toContain(notice);
    const mails = await stack.inbox(stack.accounts.staff.email);
    const { text, headers } = mails.find(({ subject }) => subject === notice) ?? {};
    expect(text).toContain("Rua das Flores, 10");
    expect(headers?.["reply-to"]).toContain(form.email);
  });

  it("is stored once for twenty parallel tries", async () => {
    const form = filledPartnership();
    const from = someAddress();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        stack.call("send-partnership-request", { body: form, from }),
      ),
    );
    const rows = await stack.sql`
      select from public.partnership_requests where email = ${form.email}`;
    expect(rows).toHaveLength(1);
  });
});

describe("a contact message", () => {
  it("becomes a row, a confirmation, and a notice that staff answer by replying", async () => {
    const form = filledMessage();
    const answer = await stack.call("send-contact-message", { body: form, from: someAddress() });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, data: {} } });
    const [row] = await stack.sql`
      select * from public.contact_messages where email = ${form.email}`;
    expect(row).toMatchObject({
      status: "new",
      name: "Beatriz Lima",
      phone: "44988887777",
      subject: "Dúvida sobre a maquininha",
      product: "pag-payser",
      message: form.message,
      answered_by: null,
    });
    await eventually(() => subjects(form.email)).toEqual(["Recebemos a sua mensagem"]);
    const [confirmation] = await stack.inbox(form.email);
    for (const typed of [form.name, form.subject, "feira"]) {
      expect(`${confirmation?.subject}${confirmation?.text}`).not.toContain(typed);
    }
    const notice = "Nova mensagem de contato: Dúvida sobre a maquininha";
    await eventually(() => subjects(stack.accounts.staff.email)).toContain(notice);
    const mails = await stack.inbox(stack.accounts.staff.email);
    const { text, headers } = mails.find(({ subject }) => subject === notice) ?? {};
    for (const told of ["Beatriz Lima", "(44) 98888-7777", "Pag Payser", "na feira."]) {
      expect(text).toContain(told);
    }
    expect(headers?.["reply-to"]).toContain(form.email);
  });

  it("is stored once for twenty parallel tries", async () => {
    const form = filledMessage();
    const from = someAddress();
    await Promise.all(
      Array.from({ length: 20 }, () => stack.call("send-contact-message", { body: form, from })),
    );
    const rows = await stack.sql`
      select from public.contact_messages where email = ${form.email}`;
    expect(rows).toHaveLength(1);
    const queued = await stack.sql`
      select template from public.outgoing_mail
      join public.contact_messages as sent on sent.id = contact_message_id
      where sent.email = ${form.email}`;
    expect(queued).toHaveLength(2);
  });

  it("is accepted with the required fields alone", async () => {
    const { phone: _phone, product: _product, submissionId: _id, ...form } = filledMessage();
    const answer = await stack.call("send-contact-message", { body: form, from: someAddress() });
    expect(answer.status).toBe(200);
    const [row] = await stack.sql`
      select phone, product from public.contact_messages where email = ${form.email}`;
    expect(row).toEqual({ phone: null, product: null });
  });

  it("is refused with a waiting time when one network sends too many", async () => {
    const from = someAddress();
    const send = () => stack.call("send-contact-message", { body: filledMessage(), from });
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await send()).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await send();
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });
});
