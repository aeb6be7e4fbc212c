import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { filledOffer, filledSimulation, someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
let staffToken = "";
beforeAll(async () => {
  stack = await startTestStack();
  await stack.sql`update private.staff_settings set undo_seconds = 0`;
  const { email, password } = stack.accounts.staff;
  staffToken = (await stack.signIn(email, password)).access_token;
}, 60_000);
afterAll(() => stack?.stop(), 30_000);
beforeEach(() => stack.sql`delete from public.rate_limits`);

const dataOf = (body: unknown): unknown => Object(body).data;

/** Creates a guarantee request and returns the secret in the tracking link. */
async function requested() {
  const form = filledSimulation();
  const { body } = await stack.call("send-simulation-email", { body: form, from: someAddress() });
  const [row] = await stack.sql`select id from public.simulations where email = ${form.email}`;
  const { trackingSecret } = z.object({ trackingSecret: z.string() }).parse(dataOf(body));
  return { form, simulationId: String(row?.["id"]), secret: trackingSecret };
}

const makeOffer = (body: object, token = staffToken) =>
  stack.call("make-offer", { body, headers: { authorization: `Bearer ${token}` } });

async function offeredTo(secret: string) {
  const { body } = await stack.call("track-request", { body: { secret }, from: someAddress() });
  const { offer } = trackedRequestSchema.parse(dataOf(body));
  if (!offer) throw new Error("There is no offer");
  return offer;
}

async function offered(changes: Record<string, unknown> = {}) {
  const request = await requested();
  const answer = await makeOffer(filledOffer(request.simulationId, changes));
  expect(answer.body).toEqual({ ok: true, data: { changed: true, outcome: "made" } });
  return { ...request, offer: await offeredTo(request.secret) };
}

type Offered = Awaited<ReturnType<typeof offered>>;

function accept({ secret, offer, form }: Offered, changes: Record<string, unknown> = {}) {
  const body = {
    secret,
    offerId: offer.id,
    fullName: form.fullName,
    clauses: offer.clauses.map(({ title }) => title),
    conditionsSha256: offer.conditionsSha256,
    ...changes,
  };
  return stack.call("accept-offer", { body, from: someAddress() });
}

async function openConditions(secret: string, offerId: string) {
  const { body } = await stack.call("open-conditions", {
    body: { secret, offerId },
    from: someAddress(),
  });
  const { url } = z.object({ url: z.string() }).parse(dataOf(body));
  const [, claims = ""] = (new URL(url).searchParams.get("token") ?? "").split(".");
  const { iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
  expect(exp - iat).toBe(60);
  return fetch(url);
}

describe("an offer of staff", () => {
  it("has amounts by the published rules, a PDF, and one mail that leads to it", async () => {
    const { secret, offer, form } = await offered();
    expect(offer).toMatchObject({
      status: "open",
      rentalValue: 1800.5,
      referenceValue: 21606,
      coverLimit: 15124.2,
      fee: 1620.45,
      months: 12,
      validUntil: expect.stringMatching(/T02:59:59/),
    });
    expect(offer.clauses.map(({ title }) => title)).toContain("7. O que a fiança não cobre");
    expect(offer.clauses.map(({ text }) => text).join()).not.toContain("{{");
    const file = await openConditions(secret, offer.id);
    expect(file.headers.get("content-disposition")).toContain("condicoes-PS-");
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(offer.conditionsSha256);

    await eventually(async () => (await stack.inbox(form.email))[0]?.subject).toContain(
      "Suas condições",
    );
    const mails = await stack.inbox(form.email);
    expect(mails.filter(({ subject }) => subject.includes("aprovada"))).toEqual([]);
    expect(mails[0]?.text).toContain(`/acompanhar#${secret}`);
    expect(mails[0]?.text).toContain("Aluguéis e encargos não pagos");
    expect(mails[0]?.text).toMatch(/R\$\s15\.124,20/);
    expect(mails[0]?.text).not.toContain("José Pereira");
  });

  it("is stored once when the same form is sent repeatedly", { tags: ["full"] }, async () => {
    const { simulationId, form, secret } = await requested();
    const body = filledOffer(simulationId);
    const answers = await Promise.all(Array.from({ length: 6 }, () => makeOffer(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const changed = answers.filter(({ body: said }) =>
      JSON.stringify(said).includes('"changed":true'),
    );
    expect(changed).toHaveLength(1);
    const offers =
      await stack.sql`select id from public.offers where simulation_id = ${simulationId}`;
    expect([...offers]).toEqual([{ id: body.offerId }]);
    // Concurrent calls may have stored several files. The last stored file must match the hash in the offer.
    const offer = await offeredTo(secret);
    const bytes = Buffer.from(await (await openConditions(secret, offer.id)).arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(offer.conditionsSha256);
    // The edge function may already have started a delivery that sent the mail. In this case, this second delivery
    // sends nothing.
    await stack.deliver();
    await eventually(async () =>
      (await stack.inbox(form.email)).filter(({ subject }) => subject.startsWith("Suas condições")),
    ).toHaveLength(1);
  });

  it.each([
    ["no months", { months: "0" }, "months"],
    ["more than twelve months", { months: "13" }, "months"],
    ["a past day", { startDate: "2020-01-01" }, "startDate"],
    ["an impossible day", { feeDueOn: "2027-02-30" }, "feeDueOn"],
    ["no cost", { fee: "" }, "fee"],
    ["an unknown kind of property", { propertyType: "Castelo" }, "propertyType"],
    ["no validity", { validDays: "" }, "validDays"],
  ])("is refused with %s", async (_what, changes, field) => {
    const { simulationId } = await requested();
    const answer = await makeOffer(filledOffer(simulationId, changes));
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { fields: { [field]: expect.any(String) } } },
    });
  });

  it(
    "is refused with a reason under the id of another request's offer",
    { tags: ["full"] },
    async () => {
      const { offer } = await offered();
      const { simulationId } = await requested();
      expect(await makeOffer(filledOffer(simulationId, { offerId: offer.id }))).toMatchObject({
        status: 409,
        body: { ok: false, error: { code: "conflict", message: expect.stringContaining("outra") } },
      });
      const [row] =
        await stack.sql`select status from public.simulations where id = ${simulationId}`;
      expect(row?.["status"]).toBe("pending");
    },
  );

  it("is refused for an unknown request and from other accounts", async () => {
    expect((await makeOffer(filledOffer(crypto.randomUUID()))).status).toBe(404);
    const { simulationId } = await requested();
    const { email, password } = stack.accounts.pendingStaff;
    const { access_token } = await stack.signIn(email, password);
    expect((await makeOffer(filledOffer(simulationId), access_token)).status).toBe(403);
    expect((await makeOffer(filledOffer(simulationId), "x")).status).toBe(401);
    const [row] = await stack.sql`select status from public.simulations where id = ${simulationId}`;
    expect(row?.["status"]).toBe("pending");
  });
});

describe("an acceptance by link", () => {
  it("happens once, and each repetition returns the contract's number", async () => {
    const request = await offered();
    const answers = await Promise.all([accept(request), accept(request), accept(request)]);
    const [first] = answers;
    expect(first?.body).toEqual({
      ok: true,
      data: { contractNumber: expect.stringMatching(/^PF-\d{4}-[0-9A-F]{10}$/) },
    });
    for (const answer of answers) expect(answer.body).toEqual(first?.body);
    const { contractNumber } = z.object({ contractNumber: z.string() }).parse(dataOf(first?.body));
    const ready = "Seu contrato de fiança está pronto";
    const subjects = async () =>
      (await stack.inbox(request.form.email)).map((mail) => mail.subject);
    await eventually(subjects).toContain(ready);
    await stack.deliver();
    // An acceptance causes only one mail, which confirms the acceptance and explains the payment.
    expect((await subjects()).filter((said) => /aceite|contrato/.test(said))).toEqual([ready]);
    const told = (await stack.inbox(request.form.email)).find(({ subject }) => subject === ready);
    expect(told?.text).toContain(contractNumber);
    expect(told?.text).toMatch(/- Aceite das condições: \d+ de \S+ de \d{4} às /);
    expect(told?.text).toMatch(/\/acompanhar#[\w-]{22}\n/);
    // No content is published in this test, so there is no Pix key. The mail names the offer's payment method instead.
    expect(told?.text).toMatch(
      /Pagamento da taxa\n- Valor: .*\n- Vencimento: .*\n- Forma de pagamento: /,
    );
  });

  it("leads to a link that sets a password, as for any contract", { tags: ["full"] }, async () => {
    const request = await offered();
    const { body } = await accept(request);
    const { contractNumber } = z.object({ contractNumber: z.string() }).parse(dataOf(body));
    const signIn = (password: string) =>
      stack.call("sign-in-contract", {
        body: { contractNumber, password },
        from: someAddress(),
      });
    expect((await signIn("")).status).toBe(422);
    expect((await signIn("adivinhada")).status).toBe(401);
    await stack.call("recover-password", {
      body: { email: request.form.email },
      from: someAddress(),
    });
    // The mail contract-ready may arrive after the recovery mail. Only the link in the newest mail is valid.
    const newestLink = async () =>
      (await stack.inbox(request.form.email)).flatMap(
        ({ text }) => /token_hash=(?<hash>[\w-]+)/.exec(text)?.groups?.["hash"] ?? [],
      )[0];
    const reset = async () => {
      const form = { tokenHash: await newestLink(), password: "uma senha boa" };
      return stack.call("reset-contract-password", { body: form, from: someAddress() });
    };
    await eventually(async () => (await reset()).status).toBe(200);
    expect((await signIn("uma senha boa")).status).toBe(200);
    // A mail tells the tenant that a password was set. After that, the tracking page sends no more links to set one.
    await eventually(async () =>
      (await stack.inbox(request.form.email)).map(({ subject }) => subject),
    ).toContain("A senha do seu contrato foi criada");
    const again = await stack.call("request-access", {
      body: { secret: request.secret },
      from: someAddress(),
    });
    expect(again.body).toEqual({ ok: true, data: { changed: false } });
  });

  it(
    "needs the name of the request, in any case and with any accents",
    { tags: ["full"] },
    async () => {
      const request = await offered();
      expect(await accept(request, { fullName: "Outra Pessoa" })).toMatchObject({
        status: 422,
        body: {
          error: { code: "invalid_fields", fields: { fullName: "O nome não é o do pedido" } },
        },
      });
      const shouted = request.form.fullName.toUpperCase();
      expect((await accept(request, { fullName: ` ${shouted} ` })).status).toBe(200);
    },
  );

  it.each([
    ["an unticked clause", { clauses: [] }, 422, "invalid_fields"],
    ["the hash of another file", { conditionsSha256: "0".repeat(64) }, 409, "conflict"],
    ["another link", { secret: "A".repeat(22) }, 404, "not_found"],
    ["another offer", { offerId: crypto.randomUUID() }, 404, "not_found"],
  ])("is refused with %s", async (_what, changes, status, code) => {
    const request = await offered();
    expect(await accept(request, changes)).toMatchObject({ status, body: { error: { code } } });
    expect((await offeredTo(request.secret)).status).toBe("open");
  });

  it(
    "is refused after the expiry and after a withdrawal by staff",
    { tags: ["full"] },
    async () => {
      const late = await offered();
      await stack.sql`
      update public.offers set created_at = now() - interval '2 days',
        valid_until = now() - interval '1 second' where id = ${late.offer.id}`;
      expect(await accept(late)).toMatchObject({
        status: 409,
        body: { error: { code: "conflict" } },
      });
      expect((await offeredTo(late.secret)).status).toBe("expired");
      const withdrawn = await offered();
      await stack.sql`
      update public.offers set status = 'withdrawn', closed_at = now()
      where id = ${withdrawn.offer.id}`;
      expect((await accept(withdrawn)).status).toBe(409);
      const file = await stack.call("open-conditions", {
        body: { secret: withdrawn.secret, offerId: withdrawn.offer.id },
        from: someAddress(),
      });
      expect(file.status).toBe(404);
    },
  );
});

it("an applicant's refusal reaches staff with its reason, and staff can answer the mail", async () => {
  const { secret, offer, form } = await offered();
  const answer = (body: object) =>
    stack.call("answer-offer", {
      body: { secret, offerId: offer.id, ...body },
      from: someAddress(),
    });
  expect(await answer({ answer: "adjust", reason: "curto" })).toMatchObject({
    status: 422,
    body: { error: { fields: { reason: "Escreva pelo menos 10 caracteres" } } },
  });
  const reason = "Posso pagar em duas vezes?\nVeja https://golpe.example/x";
  expect(await answer({ answer: "adjust", reason })).toMatchObject({ status: 200 });
  expect((await answer({ answer: "adjust", reason: "Um outro ajuste." })).status).toBe(409);
  expect(await answer({ answer: "decline", reason: "Encontrei outra garantia." })).toMatchObject({
    status: 200,
    body: { ok: true, data: {} },
  });
  expect((await offeredTo(secret)).status).toBe("declined");
  await stack.deliver();
  const subject = `${form.fullName} não quer as condições`;
  const notices = async () =>
    (await stack.inbox(stack.accounts.staff.email)).filter((mail) =>
      mail.subject.startsWith(form.fullName),
    );
  await eventually(async () => (await notices()).map((mail) => mail.subject)).toContain(subject);
  const told = (await notices()).find((mail) => mail.subject === subject);
  expect(told?.text).toContain("Encontrei outra garantia.");
  expect(told?.text).toContain("Posso pagar em duas vezes?");
  expect(told?.text).not.toContain("golpe.example/x");
});

it("a question about a clause reaches staff, and their answer reaches its sender", async () => {
  const { secret, offer, form } = await offered();
  const clause = offer.clauses[0]?.title;
  const reason = "O condomínio conta?\nVeja https://golpe.example/x";
  const ask = (body: object) =>
    stack.call("answer-offer", {
      body: { secret, offerId: offer.id, answer: "question", reason, ...body },
      from: someAddress(),
    });
  expect(await ask({ clause: "Cláusula que não há" })).toMatchObject({
    status: 422,
    body: { error: { fields: { clause: "Esta cláusula não está nas condições" } } },
  });
  expect((await ask({ clause })).status).toBe(200);
  expect((await offeredTo(secret)).status).toBe("open");
  await stack.deliver();
  const mailTo = async (address: string, subject: string) =>
    (await stack.inbox(address)).find((mail) => mail.subject === subject);
  const subject = `${form.fullName} faz uma pergunta sobre as condições`;
  const notice = () => mailTo(stack.accounts.staff.email, subject);
  await eventually(async () => (await notice())?.text).toContain("O condomínio conta?");
  expect((await notice())?.text).toContain(`Pergunta sobre “${clause}”`);
  expect((await notice())?.text).not.toContain("golpe.example/x");

  const [row] = await stack.sql`
    select questions -> 0 ->> 'id' as id from public.offers where id = ${offer.id}`;
  const answered = await fetch(`${stack.url}/rest/v1/rpc/answer_question`, {
    method: "POST",
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${staffToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      offer_id: offer.id,
      question_id: row?.["id"],
      answer: "Conta, sim, até o limite da cobertura.",
    }),
  });
  expect(await answered.json()).toEqual({ changed: true });
  await stack.deliver();
  const reply = () => mailTo(form.email, "Respondemos à sua pergunta sobre as condições");
  await eventually(async () => (await reply())?.text).toContain(
    "Conta, sim, até o limite da cobertura.",
  );
  expect((await reply())?.text).toContain("O condomínio conta?");
  expect((await reply())?.text).not.toContain("golpe.example/x");
});

it("the schedule closes expired offers and reminds of expiring ones, once each", async () => {
  const { offer, form } = await offered({ validDays: "3" });
  await stack.sql`
    update public.offers set created_at = now() - interval '2 days',
      valid_until = now() + interval '25 hours' where id = ${offer.id}`;
  await stack.deliver();
  await stack.deliver();
  const reminders = async () =>
    (await stack.inbox(form.email)).filter(({ subject }) => subject.includes("valem até"));
  await eventually(reminders).toHaveLength(1);
  await stack.sql`
    update public.offers set valid_until = now() - interval '1 minute' where id = ${offer.id}`;
  await stack.deliver();
  const [row] = await stack.sql`select status from public.offers where id = ${offer.id}`;
  expect(row?.["status"]).toBe("expired");
  expect(await reminders()).toHaveLength(1);
});
