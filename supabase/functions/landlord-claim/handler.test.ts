import { expect, it } from "vitest";
import { conflict } from "../_shared/http/request-failure.ts";
import { claimExample } from "../_shared/mail/words/claim-row.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const id = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const ofClaim = { claimId: id, version: 3 };
const account = {
  kind: "pix",
  key: "locador@exemplo.com.br",
  holder: "José Pereira",
  document: "52998224725",
};

async function act(body: object, answer: () => unknown = () => claimExample) {
  const fake = partsForTests({ claim_by_link: answer, confirm_claim_account: answer });
  const response = await createHandler(fake.parts)(post({ secret: "abc", ...body }));
  return { ...fake, response, status: response.status };
}

const opening = { action: "open", leaseId: id, requestId: id, happenedOn: "2026-11-10" };
const item = { id, kind: "repair", description: "Porta quebrada" };
/** Requests as a page sends them. The database gets the same fields; the test of `open` shows the read amount. */
const actions = [
  { action: "withdraw", ...ofClaim },
  { action: "complete", ...ofClaim },
  { action: "done", ...ofClaim },
  { action: "add", ...ofClaim, answers: [{ item_id: id, text: "A porta era nova" }] },
  { action: "reply", ...ofClaim, text: "Segue o recibo" },
  { action: "review", ...ofClaim, items: [id], text: "Falta o piso da sala" },
  { action: "answer-review", ...ofClaim, text: "O piso é antigo" },
  { action: "change-account", ...ofClaim, account },
];

it.each([
  ...actions.map((body) => ({ body, stored: body })),
  {
    body: { ...opening, items: [{ ...item, asked: "1.850,00" }] },
    stored: { ...opening, items: [{ ...item, asked: 1850 }] },
  },
])("the action $body.action reaches the database with its fields", async ({ body, stored }) => {
  const { action, ...request } = stored;
  const { status, calls, kicks } = await act(body);
  expect([status, kicks()]).toEqual([200, 1]);
  expect(calls).toEqual([
    [
      "claim_by_link",
      {
        secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        address_hash: "hash of 203.0.113.7",
        action,
        request,
      },
    ],
  ]);
});

it.each(actions)("the action $action needs the version on the screen", async (body) => {
  const { version: _, ...withoutVersion } = body;
  const { status, calls } = await act(withoutVersion);
  expect([status, calls]).toEqual([422, []]);
});

it("an old version is answered with 409 and what has changed", async () => {
  const message = "Este pedido mudou desde que você o abriu: chegou um arquivo.";
  const { response, kicks } = await act({ action: "complete", ...ofClaim }, () => {
    throw conflict(message);
  });
  expect([response.status, kicks()]).toEqual([409, 0]);
  expect(await response.json()).toMatchObject({ error: { code: "conflict", message } });
});

it.each(actions)("an address that does not act gets 404: $action", async (body) => {
  const { status, kicks } = await act(body, () => null);
  expect([status, kicks()]).toEqual([404, 0]);
});

it("an account is confirmed by its own mailed secret", async () => {
  const { status, calls } = await act({ action: "confirm-account", accountSecret: "abc" });
  expect(status).toBe(200);
  expect(calls).toMatchObject([["confirm_claim_account", { address_hash: "hash of 203.0.113.7" }]]);
});
