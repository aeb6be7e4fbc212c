import { expect, it } from "vitest";
import { offerExample } from "#contracts/offers/offer.ts";
import { hex } from "../_shared/hashes.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const offerId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const simulationId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const renewsContractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334477";
const landlordId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334488";
const form = {
  ...offerExample,
  startDate: "2026-12-01",
  feeDueOn: "2026-12-01",
  landlordId,
  landlordDocument: "12.abc.345/01de-35",
  landlordKind: "agency",
};
const staff = { authorization: "Bearer staff-token" };
const to = {
  protocol: "PS-2026-00000011",
  fullName: "Ana Márcia da Conceição",
  cpf: "52998224725",
  propertyAddress: "Av. Brasil, 1000, Maringá, PR",
  endDate: "2027-11-30",
  instalments: [{ instalment: 1, amount: 1620.45, dueOn: "2026-12-01" }],
};

const noRight = "Falta o direito “Fazer condições”. Quem tem: Alice Nunes.";

type Change = {
  headers?: Record<string, string>;
  isActive?: boolean;
  found?: unknown;
  renewsContractId?: string;
  typed?: Partial<typeof form>;
  made?: () => unknown;
};

/** Calls the handler and returns its reply and the recorded calls in their order. */
async function makeOffer(change: Change = {}) {
  const { headers = staff, isActive = true, found = to, renewsContractId: renewed, made } = change;
  const done: string[] = [];
  const stored = new Map<string, string>();
  const fake = partsForTests(
    {
      use_right() {
        if (!isActive) throw new RequestFailure(403, "forbidden", noRight);
        return { may: true };
      },
      record_denied_call: () => null,
      draft_offer: () => found,
      make_offer: () => (done.push("make"), made?.() ?? { changed: true, outcome: "made" }),
    },
    {
      now: () => Date.parse("2026-11-24T12:00:00Z"),
      files: {
        async store(bucket, path, { bytes }) {
          done.push("store");
          const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
          stored.set(`${bucket}/${path}`, hex(digest));
        },
        read: async () => new Uint8Array(),
        remove: async () => undefined,
        link: async () => "",
      },
    },
  );
  const response = await createHandler(fake.parts)(
    post(
      {
        ...form,
        ...change.typed,
        offerId,
        simulationId,
        ...(renewed && { renewsContractId: renewed }),
      },
      headers,
    ),
  );
  return { ...fake, response, done, stored };
}

it("stores the PDF under its own hash, then makes the offer as the caller, then starts delivery", async () => {
  const { response, done, stored, calls, kicks } = await makeOffer();
  expect(await response.json()).toEqual({ ok: true, data: { changed: true, outcome: "made" } });
  expect(done).toEqual(["store", "make"]);
  const [[path, hash] = []] = [...stored];
  expect(path).toBe(`offer-documents/${offerId}/${hash}.pdf`);
  expect(calls.at(-1)).toMatchObject([
    "make_offer",
    {
      actor: "staff-id",
      offer: {
        id: offerId,
        simulation_id: simulationId,
        conditions_sha256: hash,
        rental_value: 1800.5,
        reference_value: 21606,
        cover_limit: 15124.2,
        landlord_id: landlordId,
        landlord_document: "12ABC34501DE35",
        landlord_kind: "agency",
      },
    },
  ]);
  expect(kicks()).toBe(1);
});

it("renews a contract, with its terms beside the new ones in another PDF", async () => {
  const renews = {
    contractNumber: "PF-2026-0A1B2C3D4E",
    endDate: "2026-11-30",
    landlordName: "José Pereira",
    rentalValue: 1700,
    coverLimit: 14_280,
    fee: 1530,
    months: 12,
  };
  const { calls, stored } = await makeOffer({ found: { ...to, renews }, renewsContractId });
  expect(calls).toContainEqual([
    "draft_offer",
    {
      offer: expect.objectContaining({
        simulation_id: simulationId,
        renews_contract_id: renewsContractId,
      }),
    },
  ]);
  expect(calls.at(-1)).toMatchObject([
    "make_offer",
    { offer: { renews_contract_id: renewsContractId } },
  ]);
  const first = await makeOffer();
  expect([...first.stored.values()]).not.toEqual([...stored.values()]);
});

it("starts no delivery when no offer was made", async () => {
  const { kicks } = await makeOffer({ made: () => ({ changed: false, outcome: "made" }) });
  expect(kicks()).toBe(0);
});

it.each([
  ["nobody", { headers: {} }, 401, null],
  ["a forged token", { headers: { authorization: "Bearer forged" } }, 401, null],
])("refuses %s, and records the call", async (_who, change, status, actor) => {
  const { response, done, calls } = await makeOffer(change);
  expect([response.status, done]).toEqual([status, []]);
  expect(calls.at(-1)).toEqual([
    "record_denied_call",
    { actor, action: "make-offer", subject_id: simulationId },
  ]);
});

it("asks for the right to make conditions, and says who has it", async () => {
  const { response, done, calls } = await makeOffer({ isActive: false });
  expect([response.status, done]).toEqual([403, []]);
  expect(await response.json()).toMatchObject({ error: { message: noRight } });
  expect(calls).toEqual([
    [
      "use_right",
      { wanted: "offers", action: "make-offer", subject_id: simulationId },
      "staff-token",
    ],
  ]);
});

it("stores nothing for an unknown request", async () => {
  const { response, done } = await makeOffer({ found: null });
  expect([response.status, done]).toEqual([404, []]);
});

it.each([
  ["landlordName", { landlordName: "José 你好" }, {}, "Contém “你”, que os documentos não"],
  [
    "tenantName",
    {},
    { fullName: "Ana 😀" },
    "O nome do locatário contém “😀”, que o documento não",
  ],
  [
    "propertyAddress",
    {},
    { propertyAddress: "Rua العربية, 1" },
    "O endereço do imóvel contém “ا”, que o documento não",
  ],
])("stores nothing when no font draws a letter of %s", async (field, typed, about, sentence) => {
  const { response, done } = await makeOffer({ typed, found: { ...to, ...about } });
  expect([response.status, done]).toEqual([422, []]);
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({
    error: { fields: { [field]: expect.stringContaining(sentence) } },
  });
});

it("passes on why the database refuses", async () => {
  const message = "Estas condições já foram enviadas para outra simulação.";
  const { response, kicks } = await makeOffer({
    made() {
      throw new RequestFailure(409, "conflict", message);
    },
  });
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({ ok: false, error: { code: "conflict", message } });
  expect(kicks()).toBe(0);
});
