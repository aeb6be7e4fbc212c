import { describe, expect, it } from "vitest";
import { claimTimeOf } from "#contracts/fields/variables.ts";
import { exampleOf, looseSchema, textOfMail } from "./mail-for-tests.ts";

const rule = claimTimeOf(30, 15);
const leaseId = "7a2e2d3c-4b5a-4c6d-8e7f-001122334400";

/** Mails to confirmed addresses of a landlord. */
const toLandlords = [
  "landlord-letter",
  "landlord-replaced",
  "landlord-fee",
  "landlord-ending",
  "landlord-ended",
  "landlord-term-ends",
  "landlord-claims-end",
  "landlord-act",
  "landlord-checked",
] as const;

describe("a mail to a confirmed address of a landlord", () => {
  it.each(toLandlords)(
    "%s names the property and the tenant's initials, and opens the lease",
    async (template) => {
      const text = await textOfMail(template);
      expect(text).toContain("Imóvel: Rua das Flores, 120, apto 31, Maringá, PR");
      expect(text).toContain("Locatário: A. M. S.");
      expect(text).not.toContain("Ana Maria");
      expect(text).toContain(`https://payser.example/locador#${"C".repeat(22)}/${leaseId}`);
    },
  );

  it.each(["landlord-asked", "landlord-link"] as const)(
    "%s names nothing before the confirmation",
    async (template) => {
      const text = await textOfMail(template, exampleOf("landlord-act"));
      expect(text).not.toMatch(/Rua das Flores|A\. M\. S\./);
    },
  );

  it.each([
    ["account-asked", "informou uma conta para o pagamento"],
    ["account-changed", "dois dias úteis"],
    ["withdraw-claim", "retirou o pedido de acionamento"],
    ["read-address", "não pode acionar a garantia nem informar contas"],
    ["something-new", "fez uma mudança"],
  ])("says what an address did: %s", async (what, words) => {
    const text = await textOfMail("landlord-act", { act: { what, by: "l•••@exemplo.com.br" } });
    expect(text).toContain(words);
    expect(text).toContain("Não foi você");
    expect(text).toContain("l•••@exemplo");
  });
});

describe("the fee in a mail about an end", () => {
  const paid = { owed: 0, paid: 1620.45, toGiveBack: 0 };
  const unpaid = { owed: 1620.45, paid: 0, toGiveBack: 0 };
  const partly = { owed: 1080.3, paid: 540.15, toGiveBack: 0 };
  const returned = { owed: 0, paid: 0, toGiveBack: 540.15 };

  it.each([
    ["paid", paid, "A taxa está paga e não é devolvida, e nada mais é cobrado."],
    ["unpaid", unpaid, "A taxa que venceu até o fim do contrato, R$ 1.620,45, continua devida."],
    ["partly paid", partly, "Da taxa foram pagos R$ 540,15; R$ 1.080,30"],
    ["to be given back", returned, "Da taxa, devolvemos R$ 540,15"],
    ["never owed", { ...returned, toGiveBack: 0 }, "Nada é cobrado pela taxa."],
  ])("has one sentence after the end when it is %s", async (_state, balance, sentence) => {
    expect(await textOfMail("contract-ended", { balance })).toContain(sentence);
  });

  it.each([
    ["paid", paid, "é devolvida."],
    ["unpaid", unpaid, "A taxa deixa de ser cobrada."],
    ["partly paid", partly, "e o resto deixa de ser cobrado."],
  ])("has one sentence before a cancellation when it is %s", async (_state, balance, sentence) => {
    const ending = {
      ...looseSchema.parse(exampleOf("ending-news")["ending"]),
      kind: "cancelled-before-start",
      keys_on: null,
    };
    expect(await textOfMail("ending-news", { balance, ending })).toContain(sentence);
  });

  it.each([
    ["paid", paid, "A taxa já paga não é devolvida"],
    ["unpaid", unpaid, "só continua devido o que vencer até o fim do contrato"],
    ["partly paid", partly, "A parte paga da taxa não é devolvida; do resto,"],
  ])("has one sentence before an end when it is %s", async (_state, balance, sentence) => {
    expect(await textOfMail("ending-news", { balance })).toContain(sentence);
  });
});

describe("the fee in the receipt of a withdrawal", () => {
  const ending = looseSchema.parse(exampleOf("contract-regretted")["ending"]);
  it.each([
    [
      "paid in whole or in part",
      { amount: 540.15, dueOn: "2026-09-19" },
      "devolvemos R$ 540,15 até 19/09/2026",
    ],
    ["unpaid", null, "não havia nada pago, e não há o que devolver"],
  ])("has one sentence when it was %s", async (_state, refund, sentence) => {
    const paidOn = refund && { ...refund, paidOn: null };
    const text = await textOfMail("contract-regretted", { ending: { ...ending, refund: paidOn } });
    expect(text).toContain(`Nada mais será cobrado: ${sentence}`);
  });
});

describe("the dates of a guarantee that ended early", () => {
  const early = { status: "ended", end_date: "2026-11-30", ends_on: "2026-09-14" };

  it("are the last day and the term that was agreed, never two ends", async () => {
    const landlord = await textOfMail("landlord-ended", early);
    expect(landlord).toContain("Situação: Encerrada em 14/09/2026");
    expect(landlord).toMatch(/Prazo contratado: \S+ a 30\/11\/2026/);
    const tenant = await textOfMail("contract-ended", early);
    expect(tenant).toContain("Terminou em: 14/09/2026");
    expect(tenant).toMatch(/Prazo contratado: \S+ a 30\/11\/2026/);
    for (const text of [landlord, tenant]) expect(text).not.toContain("Vigência:");
  });

  it("are not taken for a guarantee in force by a mail that arrives late", async () => {
    const text = await textOfMail("contract-ready", early);
    expect(text).toContain("não está mais em vigor");
    expect(text).not.toContain("está em vigor até");
  });
});

describe("the next step in a mail about an ending", () => {
  const ending = looseSchema.parse(exampleOf("ending-news")["ending"]);
  it.each([
    ["asked", "asked", "quem pediu pode retirar o pedido"],
    ["confirmed", "confirmed", "Guarde as vistorias."],
    ["withdrawn", "withdrawn", "Você não precisa fazer nada."],
  ])("fits the news: %s", async (news, status, words) => {
    const text = await textOfMail("ending-news", { news, ending: { ...ending, status } });
    expect(text).toContain(words);
    expect(text.includes("pode retirar o pedido")).toBe(news === "asked");
  });
});

describe("a continuing lease", () => {
  const going = /continuar sem renovação|continuar no imóvel/;

  it("is mentioned after the end of a term only, never after the end of the lease", async () => {
    const ranOut = { status: "active", closed_at: null, ends_on: null, close_reason: null };
    for (const template of ["contract-ended", "landlord-ended"] as const) {
      expect(await textOfMail(template, ranOut)).toMatch(going);
      expect(await textOfMail(template)).not.toMatch(going);
      const cancelled = { status: "cancelled", ends_on: null, claimUntil: null };
      expect(await textOfMail(template, cancelled)).not.toMatch(going);
    }
  });
});

describe("the time to claim", () => {
  it.each(["term-ends", "landlord-term-ends"] as const)(
    "is stated in %s by the one rule",
    async (template) => {
      expect(await textOfMail(template)).toContain(rule);
    },
  );

  it.each([
    ["keys", "30 dias contados da devolução das chaves, em 14/09/2026"],
    ["end", "30 dias contados do fim da última vigência, em 14/09/2026"],
    ["told", "15 dias contados do aviso ao locador, em 20/09/2026"],
  ])("counted from %s is said with its day", async (countedFrom, words) => {
    const claimUntil = {
      day: "2026-10-14",
      countedFrom,
      since: "2026-09-14",
      toldOn: "2026-09-20",
    };
    for (const template of ["claims-end-soon", "landlord-claims-end", "contract-ended"] as const) {
      expect(await textOfMail(template, { claimUntil })).toContain(words);
    }
  });
});

describe("a mail about an ending to a landlord", () => {
  const ending = (changes: object) => ({
    ending: { ...looseSchema.parse(exampleOf("landlord-ending")["ending"]), ...changes },
  });

  it("asks for another day while the landlord may state one", async () => {
    const text = await textOfMail("landlord-ending");
    expect(text).toContain("o locatário informou a entrega das chaves em 14/09/2026");
    expect(text).toContain("Se foi outro dia, informe-o até 17/09/2026");
  });

  it("tells the confirmed day and the last day to claim", async () => {
    const confirmed = { news: "confirmed", ...ending({ status: "confirmed", waits_for: [] }) };
    const text = await textOfMail("landlord-ending", confirmed);
    expect(text).toContain("a garantia termina em 14/09/2026, com a devolução das chaves");
    expect(text).toContain("até 14/10/2026: são 30 dias contados da devolução das chaves");
  });

  it("says that a withdrawn request changes nothing", async () => {
    const withdrawn = { news: "withdrawn", ...ending({ status: "withdrawn", waits_for: [] }) };
    expect(await textOfMail("landlord-ending", withdrawn)).toContain(
      "a garantia continua como estava",
    );
  });
});
