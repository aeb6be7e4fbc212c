import { describe, expect, it } from "vitest";
import { exampleOf, looseSchema, textOfMail } from "./mail-for-tests.ts";

describe("a mail about a claim", () => {
  const claim = (changes: object) => ({
    claim: { ...looseSchema.parse(exampleOf("claim-told")["claim"]), ...changes },
  });
  const review = {
    by: "tenant",
    at: "2026-11-20T12:00:00+00:00",
    text: "O orçamento não vale",
    items: ["1", "2"],
    round: 2,
    answerUntil: "2026-11-25",
  };

  it.each(["claim-opened", "claim-told", "claim-wanted", "claim-decided", "claim-paid"] as const)(
    "names the property and the tenant's initials to the landlord, and opens the lease: %s",
    async (template) => {
      const leaseId = "7a2e2d3c-4b5a-4c6d-8e7f-001122334400";
      const told = looseSchema.parse(exampleOf(template)["claim"]);
      const text = await textOfMail(template, { claim: { ...told, told: "landlord", leaseId } });
      expect(text).toContain("Imóvel: Rua das Flores, 120, apto 31, Maringá, PR");
      expect(text).toContain("Locatário: A. M. S.");
      expect(text).not.toMatch(/Ana Maria|PF-2026/);
      expect(text).toContain(`https://payser.example/locador#${"C".repeat(22)}/${leaseId}`);
    },
  );

  it.each([
    ["opened", "o locador acionou a garantia"],
    ["complete", "você pode responder a cada item até 22/11/2026"],
    ["withdrawn", "o locador retirou o pedido"],
    ["voided", "Um contrato cancelado não paga nada."],
  ])("tells the tenant of the occasion %s", async (occasion, words) => {
    expect(await textOfMail("claim-told", claim({ occasion }))).toContain(words);
  });

  it("tells each side of a review, and its sender that it was received", async () => {
    const told = { stage: "review", reviews: [review] };
    const other = claim({ ...told, told: "landlord", occasion: "review" });
    expect(await textOfMail("claim-told", other)).toContain(
      "o locatário pediu a revisão de 2 itens; você pode responder até 25/11/2026",
    );
    const own = claim({ ...told, told: "tenant", occasion: "review-received" });
    expect(await textOfMail("claim-told", own)).toContain(
      "recebemos o seu pedido de revisão, de 2 itens",
    );
  });

  it("names the days that new evidence gives, and none when it gives none", async () => {
    const may = looseSchema.parse(claim({}).claim["may"]);
    const evidence = (answer: boolean) =>
      claim({
        occasion: "evidence-2026-11-17",
        may: { ...may, answer },
        tenantUntil: "2026-11-22",
      });
    expect(await textOfMail("claim-told", evidence(true))).toContain("até 22/11/2026");
    expect(await textOfMail("claim-told", evidence(false))).not.toContain(
      "você pode responder até",
    );
  });

  it("opens the claim on the tenant's page and speaks of the approved amount", async () => {
    const text = await textOfMail("claim-told");
    expect(text).toContain("https://payser.example/contrato#6f1e2d3c-4b5a-4c6d-8e7f-001122334455");
    const decision = await textOfMail("claim-decided");
    expect(decision).toContain("Valor aprovado: R$ 600,00");
    expect(decision).toContain("foi aprovado em parte");
    expect(decision).not.toMatch(/aceit[oa]/);
  });
});
