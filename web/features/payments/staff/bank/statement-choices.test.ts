import { describe, expect, it, test } from "vitest";
import type { StatementLine } from "../statement/statement-reading.ts";
import {
  type Line,
  choiceOf,
  describeChosen,
  describeRefused,
  explain,
  optionsOf,
  presetOf,
} from "./statement-choices.ts";
import type { JudgedLine, KnownCharge, StatementPreview } from "./statement-preview.ts";

const fee: KnownCharge = {
  id: "fee-of-ana",
  kind: "fee",
  instalment: 1,
  instalments: 1,
  amount: 1776,
  allocated: 0,
  open: 1776,
  dueOn: "2026-11-25",
  state: "due",
  txid: "PF20260A1B2C3D4E",
  paidOn: null,
  cancelledOn: null,
  noticeOn: null,
  contractId: "of-ana",
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenant: "Ana Ribeiro",
  payee: null,
  account: null,
  accountVersion: null,
};
const paid: KnownCharge = {
  ...fee,
  id: "paid-fee-of-bia",
  allocated: 1776,
  open: 0,
  state: "paid",
  paidOn: "2026-11-20",
  contractId: "of-bia",
  contractNumber: "PF-2026-1B2C3D4E5F",
  tenant: "Bia Tavares",
};
const refund: KnownCharge = {
  ...fee,
  id: "refund-for-bia",
  kind: "refund",
  txid: null,
  payee: "Bia Tavares",
  account: "Pix •••com.br",
  accountVersion: 3,
};
const preview: StatementPreview = {
  lines: [],
  charges: [fee, paid],
  payables: [refund],
  contracts: [
    { id: "of-ana", number: "PF-2026-0A1B2C3D4E", tenant: "Ana Ribeiro" },
    { id: "of-bia", number: "PF-2026-1B2C3D4E5F", tenant: "Bia Tavares" },
  ],
  payouts: [
    {
      movementId: "sent-to-bia",
      contractNumber: "PF-2026-1B2C3D4E5F",
      payee: "Bia Tavares",
      amount: 1776,
      movedOn: "2026-11-19",
    },
  ],
};

function line(judged: Partial<JudgedLine>, read: Partial<StatementLine> = {}): Line {
  return {
    judged: { place: 4, state: "stranger", ...judged },
    read: {
      place: 4,
      line: 12,
      below: [],
      account: "Itaú",
      day: "2026-11-20",
      amount: "1776.00",
      direction: "in",
      id: "",
      text: "PIX",
      ...read,
    },
  };
}
const labelsOf = (of: Line) => optionsOf(of, preview).map(({ label }) => label);
const preset = (of: Line) => choiceOf(of, { value: presetOf(of, preview), typed: "" }, preview);

describe("a second payment of a paid code", () => {
  const second = line({ state: "settled", chargeId: paid.id, contractId: "of-bia" });

  it("stays with its own contract unless a person decides otherwise", () => {
    expect(preset(second)).toEqual({ place: 4, contract: "PF-2026-1B2C3D4E5F", keep: true });
    expect(explain(second, preview)).toBe(
      "Cita o contrato PF-2026-1B2C3D4E5F, de Bia Tavares, cuja cobrança já foi paga em 20/11/2026.",
    );
  });

  it("is never offered to another person's charge of the same amount", () => {
    expect(labelsOf(second)).toEqual([
      "Fica como saldo do contrato, a devolver ou a alocar",
      "Transferência devolvida pelo banco: Bia Tavares, PF-2026-1B2C3D4E5F, de 19/11/2026",
      "De outro contrato…",
      "Entrou, e ainda não se sabe de quem é",
      "Deixar de lado",
    ]);
  });
});

test.for(["pays", "part", "more"] as const)(
  "a line that names an open charge (%s) pays it",
  (state) => {
    expect(preset(line({ state, chargeId: fee.id, contractId: "of-ana" }))).toEqual({
      place: 4,
      charge: fee.id,
    });
  },
);

test("a line of money that was booked by hand becomes its proof", () => {
  const known = line({ state: "by-hand", movementId: "m1", bookedOn: "2026-11-20" });
  expect(preset(known)).toEqual({ place: 4, movement: "m1" });
  expect(labelsOf(known)[0]).toBe("É o pagamento que a equipe registrou à mão em 20/11/2026");
});

test("a line that names nobody waits, and may pay a charge of its amount", () => {
  const stranger = line({ state: "stranger" });
  expect(preset(stranger)).toBeNull();
  expect(labelsOf(stranger)).toContain("Ana Ribeiro: Taxa, R$\u00a01.776,00 até 25/11/2026");
  expect(labelsOf(line({}, { amount: "55.00" }))).toEqual([
    "De outro contrato…",
    "Entrou, e ainda não se sabe de quem é",
    "Deixar de lado",
  ]);
});

test("a payment of a refund repeats the account that the person saw", () => {
  const out = line({ state: "payable", chargeId: refund.id }, { direction: "out" });
  expect(preset(out)).toEqual({ place: 4, charge: refund.id, accountVersion: 3 });
  expect(labelsOf(out)).toEqual([
    "Bia Tavares: Devolução, R$\u00a01.776,00 até 25/11/2026",
    "Deixar de lado",
  ]);
});

test("a payment of a refund without a confirmed account is decided later", () => {
  const open: StatementPreview = {
    ...preview,
    payables: [{ ...refund, account: null, accountVersion: null }],
  };
  const out = line({ state: "payable", chargeId: refund.id }, { direction: "out" });
  expect(presetOf(out, open)).toBe("");
  expect(explain(out, open)).toContain("ainda não foi confirmada");
});

test("the account of a chosen payment is shown", () => {
  const shown = (charge: KnownCharge) =>
    describeChosen({ value: `charge:${charge.id}`, typed: "" }, preview);
  expect(shown(refund)).toBe("Bia Tavares, Pix •••com.br, PF-2026-0A1B2C3D4E");
  expect(shown(fee)).toBe("Ana Ribeiro, PF-2026-0A1B2C3D4E");
  expect(describeChosen({ value: "aside", typed: "" }, preview)).toBe("");
});

test.for(["out", "before", "aside", "repeated"] as const)(
  "a line in the state %s is not decided at first",
  (state) => {
    expect(preset(line({ state, chargeId: fee.id, contractId: "of-ana" }))).toBeNull();
  },
);

test("a repetition is booked under the id that the form made for it", () => {
  const again = "0b8e1d8a-0000-4000-8000-000000000001";
  const repeated = line({ state: "repeated", chargeId: fee.id, contractId: "of-ana" });
  const decide = (value: string, typed = "") =>
    choiceOf(repeated, { value, typed }, preview, again);
  expect(decide("charge:fee-of-ana")).toEqual({ place: 4, charge: fee.id, again });
  expect(decide("contract", " pf-2026-ffffffffff ")).toEqual({
    place: 4,
    contract: "pf-2026-ffffffffff",
    again,
  });
  expect(decide("contract")).toBeNull();
  expect(decide("unknown")).toEqual({ place: 4, unknown: true, again });
  expect(decide("returns:sent-to-bia")).toEqual({ place: 4, returns: "sent-to-bia", again });
  expect(decide("aside")).toEqual({ place: 4, aside: true });
});

test("refused choices are named by the line numbers of the file", () => {
  expect(
    describeRefused(
      [
        { place: 4, why: "account" },
        { place: 9, why: "something new" },
      ],
      [line({}).read],
    ),
  ).toEqual(["Linha 12: a conta mudou, confira a conta nova.", "Linha ?: não foi registrada."]);
});
