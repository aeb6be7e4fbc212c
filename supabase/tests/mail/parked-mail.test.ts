import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { callFunction } from "../support/call-api.ts";
import { type Persona, openStaff } from "../support/personas.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

let stack: TestStack;
let analyst: Pick<Persona, "userId" | "headers">;
let manager: Pick<Persona, "userId" | "headers">;
beforeAll(async () => {
  stack = await testStack();
  const open = (email: string, right: "requests" | "contracts") =>
    openStaff(stack, stack.sql, { email, rights: ["read", right] });
  analyst = await open("analista@payser.example", "requests");
  manager = await open("gestor@payser.example", "contracts");
}, 60_000);
afterAll(() => stack.close());

const rowSchema = z.object({ id: z.string(), email: z.string(), protocol: z.string() });
let request: z.output<typeof rowSchema>;
let mailId: string;
beforeEach(async () => {
  await stack.sql`delete from public.outgoing_mail`;
  await stack.sql`delete from public.simulations`;
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id, email, protocol`;
  request = rowSchema.parse(row);
  mailId = await park("simulation-received", request.email);
});

async function park(template: string, recipient: string) {
  const [row] = await stack.sql`
    insert into public.outgoing_mail
      (template, recipient, simulation_id, idempotency_key, status, attempts, last_error)
    values (${template}, ${recipient}, ${request.id}, ${crypto.randomUUID()}, 'parked', 1, 'ERECIPIENT 550')
    returning id`;
  return String(row?.["id"]);
}

const mails = () => stack.sql`
  select template, recipient, status from public.outgoing_mail order by template`;
const correct = (
  who: Pick<Persona, "headers">,
  address: string,
  correction_id = crypto.randomUUID(),
) =>
  callFunction(stack, who, "correct_mail_address", {
    mail_id: mailId,
    correction_id,
    address,
    reason: "Endereço digitado errado",
  });
const dismiss = (reason: string) =>
  callFunction(stack, manager, "dismiss_mail", { mail_id: mailId, reason });

test("a parked mail links to its case, and says whether its address may be corrected", async () => {
  const { json } = await callFunction(stack, analyst, "list_parked_mail");
  expect(json).toMatchObject([
    {
      id: mailId,
      about: { kind: "request", id: request.id, number: request.protocol },
      may_correct: true,
    },
  ]);
});

test("a corrected address changes in the case, and the mails of the case go out to it", async () => {
  await park("documents-asked", request.email);
  expect(await correct(analyst, " Certo@Exemplo.com.br ")).toMatchObject({
    status: 200,
    json: { changed: true },
  });
  const [row] = await stack.sql`select email from public.simulations where id = ${request.id}`;
  expect(row).toEqual({ email: "certo@exemplo.com.br" });
  expect([...(await mails())]).toEqual([
    { template: "documents-asked", recipient: "certo@exemplo.com.br", status: "queued" },
    { template: "request-corrected", recipient: "certo@exemplo.com.br", status: "queued" },
    { template: "simulation-received", recipient: "certo@exemplo.com.br", status: "queued" },
  ]);
});

test("a former address hears of the correction, unless the mail server refuses it", async () => {
  await stack.sql`update public.outgoing_mail set last_error = 'EMESSAGE 554' where id = ${mailId}`;
  await correct(analyst, "certo@exemplo.com.br");
  expect(await mails()).toContainEqual({
    template: "request-address-left",
    recipient: request.email,
    status: "queued",
  });
});

test("an address of a request is corrected only with the right to decide requests", async () => {
  expect(await correct(manager, "certo@exemplo.com.br")).toMatchObject({
    status: 403,
    json: { code: "PT403", message: expect.stringContaining("Decidir pedidos") },
  });
  expect(await mails()).toMatchObject([{ status: "parked", recipient: request.email }]);
});

test.each([
  ["an address with a mistake", "certo@", "Informe um e-mail válido"],
  ["the same address", undefined, "Escreva um e-mail diferente do atual."],
])("%s is refused beside the field", async (_what, address, message) => {
  expect(await correct(analyst, address ?? request.email)).toMatchObject({
    status: 422,
    json: { code: "PT422", message, details: "address" },
  });
});

test("an address that is not the applicant's cannot be corrected here", async () => {
  mailId = await park("request-address-left", "outro@exemplo.com.br");
  expect(await correct(analyst, "certo@exemplo.com.br")).toMatchObject({
    status: 409,
    json: { message: "Este e-mail não pode ser corrigido aqui. Abra o caso." },
  });
});

test("a dismissed mail leaves the list, is never sent, and leaves its reason on the case", async () => {
  expect(await dismiss("  ")).toMatchObject({ status: 422, json: { details: "reason" } });
  expect(await dismiss("Falei por telefone")).toMatchObject({ json: { changed: true } });
  expect(await dismiss("Falei por telefone")).toMatchObject({ json: { changed: false } });
  expect((await callFunction(stack, manager, "list_parked_mail")).json).toEqual([]);
  await callFunction(stack, manager, "resend_mail", { mail_id: mailId });
  expect(await mails()).toMatchObject([{ status: "dismissed" }]);
  const { json } = await callFunction(stack, manager, "case_work", { simulation_id: request.id });
  expect(json).toMatchObject({ notes: [{ note: "E-mail dispensado: Falei por telefone" }] });
});
