import { expect, test } from "vitest";
import { explainMailError } from "./parked-mail.tsx";

test.each([
  ["ERECIPIENT 550", "O servidor recusou o endereço. Confira com a pessoa."],
  ["EENVELOPE 550", "O servidor recusou o destinatário ou o remetente. Confira o endereço."],
  ["EENVELOPE 450", "O servidor de e-mail não respondeu como deveria."],
  ["ETIMEDOUT", "O servidor de e-mail não respondeu como deveria."],
  ["EAUTH 535", "O servidor de e-mail não aceitou o usuário ou a senha."],
])("explainMailError explains %s and keeps the code", (code, text) => {
  expect(explainMailError(code)).toBe(`${text} (${code})`);
});

test("explainMailError returns an unknown code unchanged", () => {
  expect(explainMailError("UNKNOWN")).toBe("UNKNOWN");
});
