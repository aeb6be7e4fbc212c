import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { readPdf } from "../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { day } from "../../supabase/tests/support/sample-rows.ts";
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

const trackedSchema = z.object({
  data: z.object({ offer: z.looseObject({ id: z.string(), validUntil: z.string() }) }),
});

async function requested() {
  const form = filledSimulation();
  const { body } = await stack.call("send-simulation-email", { body: form, from: someAddress() });
  const secret = String(Object(body).data.trackingSecret);
  const [row] = await stack.sql`select id from public.simulations where email = ${form.email}`;
  return { form, secret, simulationId: String(row?.["id"]) };
}

const makeOffer = (simulationId: string, changes: Record<string, unknown>) =>
  stack.call("make-offer", {
    body: filledOffer(simulationId, changes),
    headers: { authorization: `Bearer ${staffToken}` },
  });

async function offerOf(secret: string) {
  const { body } = await stack.call("track-request", { body: { secret }, from: someAddress() });
  return trackedSchema.parse(body).data.offer;
}

async function pdfOf(secret: string, offerId: string) {
  const { body } = await stack.call("open-conditions", {
    body: { secret, offerId },
    from: someAddress(),
  });
  const file = await fetch(String(Object(body).data.url));
  return readPdf(new Uint8Array(await file.arrayBuffer()));
}

it.each([
  ["a fee below the range", { fee: "3,00" }, "fee", /entre R\$ 1\.382,78 e R\$ 2\.074,18/],
  ["a start of today without a reason", { pastStartReason: "" }, "pastStartReason", /10 a 500/],
  ["a start more than a year ago", { startDate: day(-400) }, "startDate", /um ano/],
  [
    "a plan of others without the collector",
    { paymentPlan: "other" },
    "paymentMethod",
    /quem recebe/,
  ],
  ["an unknown plan", { paymentPlan: "Cartão de crédito" }, "paymentPlan", /forma de pagamento/],
  ["more instalments than months", { months: "2", instalments: "3" }, "instalments", /por mês/],
  [
    "an instalment after the end",
    { fee: "150", months: "1", feeDueOn: day(60) },
    "feeDueOn",
    /depois do fim/,
  ],
])("an offer with %s is refused beside its field", async (_what, changes, field, message) => {
  const { simulationId } = await requested();
  expect(await makeOffer(simulationId, changes)).toMatchObject({
    status: 422,
    body: { error: { fields: { [field]: expect.stringMatching(message) } } },
  });
  const [row] = await stack.sql`select status from public.simulations where id = ${simulationId}`;
  expect(row?.["status"]).toBe("pending");
});

it("an offer is valid at the latest until the day before its start", async () => {
  const { simulationId, secret } = await requested();
  await makeOffer(simulationId, { startDate: day(3), validDays: "30" });
  expect(Date.parse((await offerOf(secret)).validUntil)).toBe(
    Date.parse(`${day(2)}T23:59:59-03:00`),
  );
});

it("a plan of three says the same on the page, in the PDF and in the mail", async () => {
  const { simulationId, secret, form } = await requested();
  const changes = { fee: "1.600,01", instalments: "3", feeDueOn: day(5) };
  expect((await makeOffer(simulationId, changes)).status).toBe(200);
  const offer = await offerOf(secret);
  expect(offer).toMatchObject({
    paymentPlan: "pix",
    paymentMethod: "Pix em 3 parcelas mensais",
    instalments: [
      { instalment: 1, amount: 533.34, dueOn: day(5) },
      { instalment: 2, amount: 533.34 },
      { instalment: 3, amount: 533.33 },
    ],
  });
  const { text } = await pdfOf(secret, offer.id);
  expect(text).toContain("As chaves são entregues hoje.");
  await eventually(async () => (await stack.inbox(form.email))[0]?.subject).toContain("condições");
  const mail = (await stack.inbox(form.email))[0]?.text ?? "";
  expect(mail).toContain("As chaves são entregues hoje.");
  for (const said of [text, mail]) {
    expect(said).toMatch(/Parcela 1 de 3:? R\$\s533,34, com vencimento em/);
    expect(said).toMatch(/Parcela 3 de 3:? R\$\s533,33, com vencimento em/);
  }
});
