import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const correctionId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const byLink = { action: "correct", secret: "abc", correctionId, version: 0 };
const hashes = {
  secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  address_hash: "hash of 203.0.113.7",
};

async function correct(body: object, result: unknown) {
  const fake = partsForTests({ correct_request_by_link: () => result });
  return { ...fake, response: await createHandler(fake.parts)(post(body)) };
}

it("passes only the filled fields on, cleaned, and starts delivery", async () => {
  const typed = { email: " Maria@Gmail.com ", phone: "", rentalValue: "2.000,50", ownerName: " " };
  const { response, calls, kicks } = await correct(
    { ...byLink, ...typed },
    { outcome: "corrected" },
  );
  expect(await response.json()).toEqual({ ok: true, data: { outcome: "corrected" } });
  const wanted = { email: "maria@gmail.com", rental_value: 2000.5 };
  expect(JSON.parse(JSON.stringify(calls))).toEqual([
    [
      "correct_request_by_link",
      { ...hashes, correction_id: correctionId, known_version: 0, wanted },
    ],
  ]);
  expect(kicks()).toBe(1);
});

it.each([
  [null, 404, "not_found"],
  [{ outcome: "closed" }, 409, "conflict"],
  [{ outcome: "changed" }, 409, "conflict"],
  [{ outcome: "same" }, 409, "conflict"],
  [{ outcome: "sending" }, 409, "conflict"],
])("explains the refusal: %j", async (result, status, code) => {
  const { response, kicks } = await correct({ ...byLink, phone: "44988887777" }, result);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ ok: false, error: { code } });
  expect(kicks()).toBe(0);
});

it.each([
  [{}, "email", "Preencha ao menos um dado para corrigir"],
  [{ phone: "123" }, "phone", "Telefone deve ter no mínimo 10 dígitos"],
  [{ rentalValue: "0" }, "rentalValue", "Informe um valor maior que zero"],
  [{ propertyState: "XX" }, "propertyState", "Selecione um estado da lista"],
  [{ ownerName: "veja www.golpe.com" }, "ownerName", "Escreva sem links nem endereços de sites"],
  [{ phone: "44988887777", version: "x" }, "version", "Versão inválida"],
])("makes no database call for %j", async (changes, field, message) => {
  const { response, calls } = await correct({ ...byLink, ...changes }, null);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ error: { fields: { [field]: message } } });
  expect(calls).toEqual([]);
});

it("returns version and masked data to the holder of the link", async () => {
  const data = {
    version: 2,
    shown: {
      email: "m•••@gmial.com",
      phone: "•••8888",
      propertyAddress: "R•••, 1•••",
      propertyCity: "M•••",
      propertyState: "PR",
      rentalValue: 1800.5,
      ownerName: "J••• P•••",
      ownerContact: "•••4444",
    },
  };
  const fake = partsForTests({ read_request_data: () => data });
  const response = await createHandler(fake.parts)(post({ action: "read", secret: "abc" }));
  expect(await response.json()).toEqual({ ok: true, data });
  expect(fake.calls).toEqual([["read_request_data", hashes]]);
});

it("answers 401 to a correction by staff without a session", async () => {
  const fake = partsForTests({ record_denied_call: () => null });
  const body = {
    action: "correct-as-staff",
    simulationId: correctionId,
    correctionId,
    version: 0,
    email: "maria@gmail.com",
    phone: "44988887777",
    propertyAddress: "Rua das Acácias, 1",
    propertyCity: "Maringá",
    propertyState: "PR",
    rentalValue: 1800,
    ownerName: "José Pereira",
    ownerContact: "4433334444",
    reason: "A pessoa ligou",
  };
  const response = await createHandler(fake.parts)(post(body));
  expect(response.status).toBe(401);
  expect(fake.calls).toMatchObject([["record_denied_call", { action: "correct-request" }]]);
});
