import { expect, test } from "vitest";
import { findMailFaults, readMailWords } from "./find-mail-faults.ts";

const words = {
  subject: "O contrato {{contractNumber}} terminou",
  preview: "Em {{endedOn}}.",
  heading: "Terminou",
  paragraphs: ["Acabou. {{follows}} {{fee}}"],
  button: "Ver",
  note: null,
};

test("findMailFaults accepts publishable texts", () => {
  expect(findMailFaults("contractEnded", words)).toEqual([]);
});

test("findMailFaults names the part of the mail that is wrong", () => {
  const draft = { ...words, heading: "Até {{answerBy}}", paragraphs: [], preview: "Em breve." };
  expect(findMailFaults("contractEnded", draft)).toEqual([
    "Falta preencher: Parágrafos.",
    expect.stringMatching(/^Título: “\{\{answerBy\}\}” não existe/),
    "Algum texto deste e-mail precisa dizer {{endedOn}}, {{follows}} e {{fee}}.",
  ]);
});

test("readMailWords returns empty texts for a mail without any, which findMailFaults reports", () => {
  const empty = readMailWords({ _type: "mailTexts" }, "staffReleased");
  expect(findMailFaults("staffReleased", empty)).toHaveLength(5);
  expect(readMailWords({ staffReleased: { subject: 1, note: "Oi" } }, "staffReleased")).toEqual({
    ...empty,
    note: "Oi",
  });
});
