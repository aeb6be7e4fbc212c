import { expect, it } from "vitest";
import { factsOf } from "./claim-times.tsx";

const texts = {
  title: "",
  text: "",
  decidedTitle: "{{percent}}% decididos no prazo",
  decidedText: "{{count}} pedidos, metade em até {{days}}",
  paidTitle: "{{percent}}% pagos no prazo",
  paidText: "{{count}} pagamentos, metade em até {{days}}",
};

it("says what there is, and never that all were in time when one was not", () => {
  const decided = { count: 300, inTime: 299, medianDays: 7.5 };
  const paid = { count: 5, inTime: 5, medianDays: 0.4 };
  expect(factsOf({ decided, paid }, texts)).toEqual([
    {
      _key: "decided",
      title: "99% decididos no prazo",
      text: "300 pedidos, metade em até 8 dias",
    },
    { _key: "paid", title: "100% pagos no prazo", text: "5 pagamentos, metade em até 1 dia" },
  ]);
  expect(factsOf({ decided: null, paid: null }, texts)).toEqual([]);
});
