import { describe, expect, it } from "vitest";
import type { OutgoingMailTemplate } from "#contracts/stored-values.ts";
import { feeRow, offerRow } from "./mail-examples.ts";
import { mailContextWithPix, renderExample } from "./mail-for-tests.ts";

const render = (template: OutgoingMailTemplate, changes: object) =>
  renderExample(template, changes, mailContextWithPix);

const changes = [
  { field: "fee", before: 1500, after: 1620.45 },
  { field: "startDate", before: "2026-03-15", after: "2026-04-01" },
  { field: "landlordName", before: "visite golpe.example", after: "José Pereira" },
  { field: "letterNeedsFee", before: false, after: true },
];

describe("a mail about new conditions", () => {
  it("says so in its subject, and has each earlier value beside the new one", async () => {
    const { subject, text } = await render("offer-changed", { offer: { ...offerRow, changes } });
    expect(subject).toMatch(/^Novas condições da sua fiança: você decide até /);
    expect(text).toMatch(/- Taxa \(custo total\): R\$\s1\.620,45 \(antes:\sR\$\s1\.500,00\)\n/);
    expect(text).toMatch(/- Início: 01\/04\/2026 \(antes:\s15\/03\/2026\)\n/);
    expect(text).toMatch(/- A carta só vale com a taxa paga: sim \(antes:\snão\)\n/);
    expect(text).toMatch(/- Limite da cobertura: R\$\s15\.124,20\n/);
  });

  it("says that the landlord has changed, without the typed names", async () => {
    const { text } = await render("offer-changed", { offer: { ...offerRow, changes } });
    expect(text).toContain("- Locador: mudou: confira no seu link\n");
    expect(text).not.toMatch(/golpe|José Pereira/);
  });
});

describe("an offer mail", () => {
  it("lists the instalments instead of one due date", async () => {
    const instalments = ["2026-03-20", "2026-04-20", "2026-05-20"].map((dueOn, place) => ({
      instalment: place + 1,
      amount: 540.15,
      dueOn,
    }));
    const plan = { instalments, paymentMethod: "Pix em 3 parcelas mensais" };
    const { text } = await render("offer-made", { offer: { ...offerRow, ...plan } });
    expect(text).toContain("- Forma de pagamento: Pix em 3 parcelas mensais\n");
    expect(text).toMatch(/- Parcela 1 de 3: R\$\s540,15, com vencimento em 20\/03\/2026\n/);
    expect(text).toMatch(/- Parcela 3 de 3: R\$\s540,15, com vencimento em 20\/05\/2026\n/);
    expect(text).not.toContain("Vencimento da taxa");
    expect((await render("offer-made", {})).text).toContain("- Vencimento da taxa: 20/03/2026\n");
  });

  it("quotes why the start has passed, and makes no link of it", async () => {
    const pastStartReason = "As chaves já foram entregues: veja https://golpe.example/x";
    const offer = { ...offerRow, pastStartReason };
    for (const template of ["offer-made", "offer-changed", "renewal-offered"] as const) {
      const { text } = await render(template, { offer });
      expect(text).toMatch(/Por que começa antes do aceite:\n+> As chaves já foram entregues/);
      expect(text).not.toContain("golpe.example/x");
    }
    expect((await render("offer-made", {})).text).not.toContain("Por que começa");
  });
});

describe("the payment in a mail", () => {
  const paid = async (changed: object) =>
    (await render("offer-accepted", { fee: { ...feeRow, ...changed } })).text;

  it("has the code and number of the instalment", async () => {
    const text = await paid({ amount: 540.15, instalment: 2, instalments: 3 });
    expect(text).toMatch(/- Parcela: 2 de 3\n- Valor: R\$\s540,15\n/);
    expect(text).toContain("- Pix copia e cola: 0002");
    expect(await paid({})).not.toContain("- Parcela:");
  });

  it("has no Pix code when somebody else collects the fee", async () => {
    const paymentMethod = "A imobiliária recebe a taxa e repassa à Payser.";
    const text = await paid({ txid: null, paymentMethod });
    expect(text).toContain(`- Forma de pagamento: ${paymentMethod}\n`);
    expect(text).not.toMatch(/Pix copia e cola|Chave Pix/);
  });
});
