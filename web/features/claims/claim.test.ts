import { expect, test } from "vitest";
import { describeCaseEvents } from "#contracts/claims/case-events.ts";
import type { ClaimView } from "#contracts/claims/claims.ts";
import { answerDrafts, claimDrafts } from "./claim-draft.ts";
import { nameItems, readAnswers } from "./claim-item-texts.tsx";
import { sayStage, sayTurn } from "./claim-sheet.tsx";

const item = (id: string) => ({ id, kind: "repair", description: "Porta", asked: 100 }) as const;
const one = "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b01";
const other = "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b02";

const claim: ClaimView = {
  id: "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b00",
  protocol: "PA-2026-4K7M2Q9T0X",
  leaseId: "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b04",
  contractId: "6d0f1d5e-0f5c-4b7e-9d3f-0d2f6a4d9b03",
  version: 1,
  happenedOn: "2026-11-24",
  stage: "hearing",
  openedAt: "2026-11-25T12:00:00Z",
  turn: "tenant",
  until: "2026-11-30",
  isOverdue: false,
  items: [item(one), item(other)],
  files: [],
  asked: 200,
  limit: 1000,
  limitLeft: 1000,
  payments: [],
  completeUntil: "2026-12-02",
  completeAt: "2026-11-25T12:00:00Z",
  tenantUntil: "2026-11-30",
  decideBy: "2026-12-10",
  reviews: [],
  hasDecision: false,
  may: {
    answer: true,
    add: false,
    complete: false,
    done: true,
    reply: false,
    sendFiles: true,
    withdraw: true,
    review: false,
    answerReview: false,
    changeAccount: true,
  },
  events: [],
};

const turns = {
  yours: "você {{until}}",
  landlord: "locador {{until}}",
  tenant: "locatário {{until}}",
  staff: "Payser {{until}}",
  late: "atrasada {{until}}",
  nobody: "ninguém",
};

test.each([
  [{}, "tenant", "você 30/11/2026"],
  [{}, "landlord", "locatário 30/11/2026"],
  [{ turn: "staff" }, "landlord", "Payser 30/11/2026"],
  [{ turn: "staff", isOverdue: true }, "tenant", "atrasada 30/11/2026"],
  // A late party has the usual text. Only a delay by Payser has a text of its own.
  [{ turn: "landlord", isOverdue: true }, "tenant", "locador 30/11/2026"],
  [{ turn: undefined, until: undefined }, "landlord", "ninguém"],
] as const)("the turn of %o is described to the %s", (changes, side, said) => {
  expect(sayTurn({ ...claim, ...changes }, side, turns)).toBe(said);
});

test("a stage is told with the day that it is about, and nobody hears of the second pair of eyes", () => {
  const texts = {
    evidence: "provas até {{until}}",
    hearing: "ouvido até {{until}}",
    replying: "responde até {{until}}",
    wanted: "falta",
    deciding: "decide até {{until}}",
    review: "de novo até {{until}}",
    decided: "{{granted}} até {{until}}",
    paid: "{{granted}} em {{paidOn}}",
    refused: "nada",
    withdrawn: "retirado",
    voided: "cancelado",
  };
  const say = (changes: Partial<ClaimView>) => sayStage({ ...claim, ...changes }, texts);
  expect(say({})).toBe("ouvido até 30/11/2026");
  expect(say({ stage: "evidence", until: "2026-12-02" })).toBe("provas até 02/12/2026");
  expect(say({ stage: "replying", until: "2026-12-05" })).toBe("responde até 05/12/2026");
  // The last day of a review is that of the decision, also while the other side may still answer.
  expect(say({ stage: "review", until: "2026-11-30" })).toBe("de novo até 10/12/2026");
  expect(say({ stage: "withdrawn", withdrawnWhy: "landlord" })).toBe("retirado");
  expect(say({ stage: "withdrawn", withdrawnWhy: "cancelled" })).toBe("cancelado");
  expect(say({ stage: "second" })).toBe("decide até 10/12/2026");
  expect(say({ stage: "decided", granted: 1850, payBy: "2026-12-15" })).toBe(
    "R$\u00a01.850,00 até 15/12/2026",
  );
  expect(say({ stage: "paid", granted: 1850, paidOn: "2026-12-14" })).toBe(
    "R$\u00a01.850,00 em 14/12/2026",
  );
});

test("an answer is read by its item, an empty one is none, and what is wrong stands beside its field", () => {
  const form = (answers: Record<string, string>) => {
    const data = new FormData();
    for (const [id, text] of Object.entries(answers)) data.set(id, text);
    return readAnswers(claim, data);
  };
  expect(form({ [one]: "  ", [other]: " Já estava assim. " })).toEqual({
    given: { answers: [{ item_id: other, text: "Já estava assim." }] },
    problems: {},
  });
  expect(form({ [one]: "", [other]: "não" }).given?.answers).toHaveLength(1);
  expect(form({ [one]: "Certo.", [other]: "n" })).toEqual({
    given: undefined,
    problems: { [other]: "Escreva a sua resposta" },
  });
  expect(form({}).problems).toEqual({ [one]: "Responda ao menos a um item" });
});

test("a draft survives a reload with the id of its claim, and what is not ours is no draft", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const drafts = claimDrafts(storage);
  const { requestId, items } = drafts.read("contrato");
  expect(items).toEqual([]);
  const draft = { requestId, happenedOn: "2026-11-24", items: [item(one)] };
  drafts.write("contrato", draft);
  expect(drafts.read("contrato")).toEqual(draft);
  expect(drafts.read("outro").items).toEqual([]);
  drafts.forget("contrato");
  expect(drafts.read("contrato").items).toEqual([]);
  for (const [key] of [["payser-rascunho-acionamento-contrato"]] as const) kept.set(key, "{]");
  expect(drafts.read("contrato").items).toEqual([]);

  const answers = answerDrafts(storage);
  answers.write("pedido", { [one]: "A porta já estava" });
  expect(answers.read("pedido")).toEqual({ [one]: "A porta já estava" });
  expect(answers.read("outro")).toEqual({});
  answers.forget("pedido");
  expect(answers.read("pedido")).toEqual({});
});

test("the timeline says with whom a claim is, until when, where that changes", () => {
  const at = "2026-11-10T13:20:00+00:00";
  const events = [
    { at, side: "landlord", what: "complete", turn: "tenant", until: "2026-11-15" },
    { at, side: "tenant", what: "file", turn: "tenant", until: "2026-11-15" },
    { at, side: "tenant", what: "answered", turn: "staff", until: "2026-11-25" },
    { at, side: "staff", what: "paid" },
  ] as const;
  expect(describeCaseEvents([...events]).map(({ text }) => text)).toEqual([
    "Pagamento da garantia feito",
    "Resposta do locatário aos itens; fica com a Payser até 25/11/2026",
    "Arquivo do locatário recebido",
    "Provas do locador completas; começa o prazo do locatário; fica com o locatário até 15/11/2026",
  ]);
});

test("items are named by their numbers, in the singular and in the plural", () => {
  expect(nameItems([2])).toBe("item 2");
  expect(nameItems([1, 2, 4])).toBe("itens 1, 2 e 4");
});
