import { expect, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import type { OutgoingMailTemplate } from "#contracts/stored-values.ts";
import { feeRow } from "./mail-examples.ts";
import { exampleOf, looseSchema, mailContextWithPix, renderExample } from "./mail-for-tests.ts";

const render = (template: OutgoingMailTemplate, changes: object) =>
  renderExample(template, changes, mailContextWithPix);

const inDays = (days: number) => todayInBrasilia(new Date(Date.now() + days * 86_400_000));

it.each([
  [3, "vence em"],
  [0, "vence hoje,"],
  [-3, "venceu em"],
])("a reminder of a fee due in %i days says that it %s its day", async (days, words) => {
  const dueOn = inDays(days);
  const { subject, text } = await render("fee-overdue", { fee: { ...feeRow, dueOn } });
  expect(subject).toBe(`A taxa da sua fiança ${words} ${formatShortDate(dueOn)}`);
  expect(text).not.toContain("Parcela:");
});

it("reminder and notice of an instalment name it and bring its own Pix code", async () => {
  const fee = { ...feeRow, instalment: 2, instalments: 3, txid: "PF20260A1B2C3D4EP02" };
  for (const template of ["fee-overdue", "fee-notice"] as const) {
    const { text } = await render(template, { fee });
    expect(text).toMatch(/A parcela 2 de 3 da taxa do contrato PF-\S+ venceu em 20\/03\/2026/);
    expect(text).toContain("- Parcela: 2 de 3\n");
    expect(text).toContain("PF20260A1B2C3D4EP02");
  }
});

it.each([
  ["review", "O que a garantia paga é decidido na revisão, até 02/12/2026."],
  ["decided", "O valor continua a ser devido ao locador: avisamos quando o pagamento for feito."],
])(
  "a mail about a reversed payment of a claim in the stage %s says what follows",
  async (stage, next) => {
    const claim = looseSchema.parse(exampleOf("claim-told")["claim"]);
    const movementId = crypto.randomUUID();
    const payment = { movementId, amount: 900, paidOn: "2026-11-20", number: "RC-2026-00000012" };
    const told = {
      ...claim,
      stage,
      occasion: movementId,
      payments: [{ ...payment, code: "8K3MQ9ZT4B0X", reversedOn: "2026-11-21" }],
    };
    const { text } = await render("claim-told", { claim: told });
    expect(text).toMatch(
      /o pagamento de R\$\s900,00 ao locador, de 20\/11\/2026, foi estornado, e o recibo RC-2026-00000012 não vale mais/,
    );
    expect(text).toContain(next);
  },
);
