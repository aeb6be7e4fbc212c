import { describe, expect, it } from "vitest";
import { fieldMessages } from "#contracts/reply.ts";
import { describeTurn } from "./claim-state.tsx";
import { decisionRules } from "./decision-rules.ts";

const items = [
  { id: "6f1e2d3c-4b5a-4c6d-8e7f-000000000001", asked: 1000 },
  { id: "6f1e2d3c-4b5a-4c6d-8e7f-000000000002", asked: 500.5 },
];
const bounds = { limitLeft: 1200, kept: 0, paid: 0 };

function decide(
  granted: readonly string[],
  rest: { reason?: string; recourse?: string } = {},
  changes: Partial<typeof bounds> = {},
) {
  const { schema } = decisionRules(items.slice(0, granted.length), { ...bounds, ...changes });
  return schema.safeParse({
    items: granted.map((amount) => ({ granted: amount, reason: rest.reason ?? "", clause: "" })),
    recourse: rest.recourse ?? "",
  });
}

const messagesOf = (...given: Parameters<typeof decide>) => {
  const { error } = decide(...given);
  return error ? fieldMessages(error) : {};
};

describe("decisionRules", () => {
  it("takes amounts as they are written, and asks for the sum back unless told otherwise", () => {
    const reason = "Só a metade é do imóvel.";
    expect(decide(["699,50", "500,50"], { reason }).data).toEqual({
      items: [
        { id: items[0]?.id, granted: 699.5, reason },
        { id: items[1]?.id, granted: 500.5, reason },
      ],
      recourse: 1200,
    });
    expect(decide(["0", "0"], { reason }).data?.recourse).toBe(0);
    expect(decide(["600", "0"], { reason, recourse: "0" }).data?.recourse).toBe(0);
    expect(decide(["600", "0"], { reason, recourse: "R$ 300,00" }).data?.recourse).toBe(300);
  });

  it("says beside the field what is missing, too much, or without a reason", () => {
    expect(messagesOf(["", "501"])).toEqual({
      "items.0.granted": "Informe o valor aprovado, com até duas casas decimais; 0 para nenhum",
      "items.1.granted": "Não pode passar do valor pedido",
    });
    expect(messagesOf(["0", "500,50"])).toEqual({
      "items.0.reason": "Explique por que não é aprovado por inteiro",
    });
    expect(messagesOf(["1000", "0"], { reason: "Mau uso", recourse: "muito" })).toEqual({
      recourse: "Escreva o valor em reais, por exemplo 1.234,56",
    });
  });

  it("refuses a sum above the rest of the limit", () => {
    expect(messagesOf(["1000", "200,01"], { reason: "Preço de tabela" })).toEqual({
      "items.0.granted": "A soma passa do limite: restam R$\u00a01.200,00",
    });
  });

  it("adds the items that a review does not name to the sum", () => {
    const reason = "Conforme a foto";
    expect(decide(["600"], { reason }, { kept: 500 }).data?.recourse).toBe(1100);
    expect(messagesOf(["800"], { reason }, { kept: 500 })).toEqual({
      "items.0.granted": "A soma passa do limite: restam R$\u00a01.200,00",
    });
  });

  it("refuses a review that grants less than was already paid", () => {
    const reason = "Conforme a foto";
    expect(messagesOf(["100"], { reason }, { kept: 500, paid: 700 })).toEqual({
      "items.0.granted": "A soma não pode ser menos do que já foi pago: R$\u00a0700,00",
    });
    expect(messagesOf(["200"], { reason }, { kept: 500, paid: 700 })).toEqual({});
  });
});

describe("describeTurn", () => {
  it("names the side that must act, its last day, and a deadline that has passed", () => {
    const today = "2026-11-25";
    expect(describeTurn("staff", "2026-11-30", false, today)).toBe(
      "com a equipe até 30/11/2026 (faltam 5 dias)",
    );
    expect(describeTurn("tenant", "2026-11-26", false, today)).toContain("(falta 1 dia)");
    expect(describeTurn("landlord", "2026-11-25", false, today)).toContain("(hoje)");
    expect(describeTurn("staff", "2026-11-20", true, today)).toBe(
      "com a equipe, atrasado desde 20/11/2026",
    );
    expect(describeTurn(null, null, false, today)).toBe("");
  });
});
