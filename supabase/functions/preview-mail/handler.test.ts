import { describe, expect, it } from "vitest";
import { mailExample } from "../_shared/mail/render-mail.tsx";
import { z } from "zod";
import { offerExample } from "#contracts/offers/offer.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const simulationId = "3f1c7a52-9a0e-4a53-8a0c-0f6a4c1f2b11";
const now = Date.parse("2026-11-22T12:00:00Z");
const simulation = z.object({ subject: z.looseObject({ protocol: z.string() }) });
const stored = simulation.parse(mailExample("simulation-approved")).subject;

const replySchema = z.object({ data: z.object({ subject: z.string(), text: z.string() }) });

const draft = {
  template: "offer-made",
  referenceValue: 21_606,
  coverLimit: 15_124.2,
  fee: 1620.45,
  feeDueOn: "2026-12-05",
  paymentMethod: "Pix à vista",
  instalments: [{ instalment: 1, amount: 1620.45, dueOn: "2026-12-05" }],
  validUntil: "2026-11-29T23:59:59-03:00",
};

async function preview(
  form: Record<string, unknown>,
  { documents = [], offer = draft }: { documents?: object[]; offer?: object } = {},
) {
  const fake = partsForTests(
    {
      simulation_detail: () => stored,
      list_request_documents: () => documents,
      draft_offer: () => offer,
    },
    { now: () => now },
  );
  const response = await createHandler(fake.parts)(
    post({ simulationId, ...form }, { authorization: "Bearer staff-token" }),
  );
  return { status: response.status, calls: fake.calls, body: await response.json() };
}

const textOf = (body: unknown) => replySchema.parse(body).data.text;

describe("the preview of a mail", () => {
  const form = {
    ...offerExample,
    template: "offer",
    startDate: "2026-12-01",
    feeDueOn: "2026-12-05",
  };

  it("has, for conditions, the amounts and days that the database derives", async () => {
    const { body, calls } = await preview(form);
    const text = textOf(body);
    expect(calls.at(-1)).toMatchObject([
      "draft_offer",
      {
        offer: {
          simulation_id: simulationId,
          cover_limit: 15_124.2,
          payment_method: "Pix à vista",
          valid_until: "2026-11-29T23:59:59-03:00",
        },
      },
    ]);
    expect(text).toMatch(/R\$\s15\.124,20/);
    expect(text).toMatch(/R\$\s1\.620,45/);
    expect(text).toContain("Aluguéis e encargos não pagos");
    expect(text).not.toContain("/acompanhar#");
  });

  it("is, for conditions that change earlier ones, the mail about new conditions", async () => {
    const changes = [{ field: "fee", before: 1000, after: 1620.45 }];
    const offer = { ...draft, template: "offer-changed", changes };
    const { body } = await preview(form, { offer });
    expect(replySchema.parse(body).data.subject).toMatch(/^Novas condições da sua fiança/);
    expect(textOf(body)).toMatch(/R\$\s1\.620,45 \(antes:\sR\$\s1\.000,00\)/);
  });

  it("is refused for conditions that could not be offered", async () => {
    const { status, body } = await preview({ ...offerExample, template: "offer" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { fields: { startDate: expect.any(String) } } });
  });

  it("includes, for a request for documents, pending ones, and none twice", async () => {
    const waiting = [
      { kind: "income", status: "refused", note: null, refusal_reason: "Está cortado." },
      { kind: "identity", status: "accepted", note: null, refusal_reason: null },
      { kind: "other", status: "asked", note: "Certidão de casamento", refusal_reason: null },
    ];
    const asking = { template: "documents-asked", note: "Frente e verso." };
    const { body, calls } = await preview(
      { ...asking, kinds: ["identity", "income"] },
      { documents: waiting },
    );
    const text = textOf(body);
    expect(text.match(/Comprovante de renda/g)).toHaveLength(1);
    expect(text).toContain("Está cortado.");
    expect(text).toContain("Documento de identidade: Frente e verso.");
    expect(text).toContain("Certidão de casamento");
    expect(calls.map(([name, , token]) => [name, token])).toEqual([
      ["simulation_detail", "staff-token"],
      ["list_request_documents", "staff-token"],
    ]);
  });

  it("makes no database call for a form that would be refused", async () => {
    const { status, calls } = await preview({ template: "documents-asked", kinds: ["other"] });
    expect(status).toBe(422);
    expect(calls).toEqual([]);
  });
});
