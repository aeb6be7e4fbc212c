import { expect, test } from "vitest";
import { day } from "../support/payment-fixtures.ts";
import { line, statementFixtures } from "../support/statement-fixtures.ts";

const fixtures = statementFixtures();
const { book, money, named, preview, states, bookLines, reverse, owing } = fixtures;

test("a payment booked by hand is linked to its line and not booked again", async () => {
  const { contractId, chargeId, pays } = await named();
  const { movementId } = await book(chargeId, { amount: 1776 });
  const found = await preview(pays);
  expect(found.lines).toMatchObject([{ state: "by-hand", movementId, bookedOn: day(0) }]);
  expect(await bookLines([pays], { place: 1, movement: movementId })).toMatchObject({
    booked: [1],
  });
  expect(await money(contractId)).toMatchObject({ owed: 0, paid: 1776, left: 0 });
  expect(await states(pays)).toEqual(["before"]);
  // The charge is paid and its payment is linked to the first line, so a second, equal line books nothing.
  const second = line({ ...pays, id: "N2" });
  expect(await states(second)).toEqual(["settled"]);
  expect(await bookLines([second], { place: 1, movement: movementId })).toMatchObject({
    booked: [],
    refused: [{ place: 1, why: "changed" }],
  });
});

test("one payment booked by hand explains one of two equal lines", async () => {
  const { chargeId, pays } = await named();
  await book(chargeId, { amount: 1776 });
  expect(await states(pays, line({ ...pays, id: "N2" }))).toEqual(["by-hand", "settled"]);
});

test("another amount, contract or a far day is another payment", async () => {
  const { chargeId, pays } = await named();
  await book(chargeId, { amount: 888 });
  const other = await named();
  expect(await states(pays, other.pays)).toEqual(["more", "pays"]);
  const again = await owing(5, { fee: 1776 });
  const late = line({ text: again.number, day: day(-9) });
  await book(again.chargeId, { amount: 1776 });
  expect(await states(late)).toEqual(["settled"]);
});

test("a line cannot be linked to a reversed movement or to another direction", async () => {
  const { chargeId, pays } = await named();
  const { movementId } = await book(chargeId, { amount: 1776 });
  const out = { ...pays, direction: "out" };
  const refused = { booked: [], refused: [{ place: 1, why: "changed" }] };
  expect(await bookLines([out], { place: 1, movement: movementId })).toMatchObject(refused);
  await reverse(movementId);
  expect(await bookLines([pays], { place: 1, movement: movementId })).toMatchObject(refused);
  expect(await states(pays)).toEqual(["pays"]);
});

test("a booked half leaves the other half of the file open", async () => {
  const { chargeId, txid } = await named();
  const halves = ["A", "B"].map((id) => line({ id, amount: "888.00", text: txid }));
  await bookLines(halves, { place: 1, charge: chargeId });
  expect(await states(...halves)).toEqual(["before", "pays"]);
});

test("a payment that is kept stays on its contract, although another instalment is open", async () => {
  const { contractId, number } = await named({ instalments: 2 });
  const deposit = line({ amount: "888.00", text: "DEPOSITO" });
  await bookLines([deposit], { place: 1, contract: number, keep: true });
  expect(await money(contractId)).toMatchObject({ owed: 1776, paid: 0, left: 888 });
});
