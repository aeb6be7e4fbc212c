import { expect, test } from "vitest";
import { findMailFaults, readMailWords } from "./find-mail-faults.ts";

const words = {
  subject: "O contrato {{contractNumber}} terminou",
  preview: "Em {{endedOn}}.",
  heading: "Terminou",
  paragraphs: ["Acabou. {{follows}}"],
  button: "Ver",
  note: null,
};

test("words that can be published have no faults", () => {
  expect(findMailFaults("contractEnded", words)).toEqual([]);
});

test("each fault says in which part of the mail it is", () => {
  const draft = { ...words, heading: "Até {{answerBy}}", paragraphs: [], preview: "Em breve." };
  expect(findMailFaults("contractEnded", draft)).toEqual([
    "Falta preencher: Parágrafos.",
    expect.stringMatching(/^Título: “\{\{answerBy\}\}” não existe/),
    "Algum texto deste e-mail precisa dizer {{endedOn}} e {{follows}}.",
  ]);
});

test("a mail that nobody has worded yet is empty, and says so", () => {
  const empty = readMailWords({ _type: "mailTexts" }, "staffReleased");
  expect(findMailFaults("staffReleased", empty)).toHaveLength(5);
  expect(readMailWords({ staffReleased: { subject: 1, note: "Oi" } }, "staffReleased")).toEqual({
    ...empty,
    note: "Oi",
  });
});
