import { expect, it } from "vitest";
import { hex } from "../_shared/hashes.ts";
import { unavailable } from "../_shared/http/request-failure.ts";
import { partsForTests, post, publishableKey, secretKey } from "../_shared/parts-for-tests.ts";
import { readCodes, readPdf } from "../_shared/pdf/read-pdf-for-tests.ts";
import { createHandler } from "./handler.ts";

const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const offerId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const conditions = new TextEncoder().encode("%PDF conditions");
const sha256 = async (bytes: BufferSource) => hex(await crypto.subtle.digest("SHA-256", bytes));

async function job() {
  return {
    contractId,
    attempt: 1,
    contract: {
      id: contractId,
      offer_id: offerId,
      contract_number: "PF-2026-0A1B2C3D4E",
      tenant_name: "Ana Beatriz Ribeiro",
      tenant_cpf: "52998224725",
      landlord_name: "Imobiliária Horizonte",
      property_type: "Casa",
      property_address: "Rua das Palmeiras, 87, Londrina, PR",
      rental_value: 1850,
      guarantee_reference_value: 22_200,
      cover_limit: 15_540,
      fee: 1776,
      fee_due_on: "2026-12-05",
      start_date: "2026-12-01",
      end_date: "2027-11-30",
      contract_duration_months: 12,
      payment_method: "Pix",
      letter_fee: "apart",
      created_at: "2026-11-22T20:00:00+00:00",
    },
    letter: { code: "7K3MQ9ZT4B0X", issued_at: "2026-11-22T20:00:00+00:00" },
    acceptance: {
      accepted_at: "2026-11-22T20:00:00+00:00",
      full_name: "Ana Beatriz Ribeiro",
      clauses: ["Limite da cobertura"],
      terms_version: "1.0",
      conditions_sha256: await sha256(conditions),
    },
    instalments: [{ instalment: 1, amount: 1776, dueOn: "2026-12-05" }],
  };
}

type Change = { jobs: unknown[]; record?: () => unknown; kept?: Uint8Array<ArrayBuffer> };

async function work({ jobs, record, kept = conditions }: Change) {
  const stored = new Map<string, Uint8Array>();
  const asked: string[] = [];
  const fake = partsForTests(
    {
      claim_document_job: () => jobs.shift() ?? null,
      record_documents_issued: record ?? (() => true),
      record_documents_failed: () => null,
    },
    {
      files: {
        store: async (bucket, path, { bytes }) => void stored.set(`${bucket}/${path}`, bytes),
        read: async (bucket, path) => (asked.push(`${bucket}/${path}`), kept),
        remove: async () => undefined,
        link: async () => "",
      },
    },
  );
  const response = await createHandler(fake.parts)(post({}, { apikey: secretKey }));
  const recorded = fake.calls.filter(([name]) => name.startsWith("record_"));
  return { ...fake, response, stored, asked, recorded };
}

it("refuses visitors", async () => {
  const { parts, calls } = partsForTests();
  const response = await createHandler(parts)(post({}, { apikey: publishableKey }));
  expect(response.status).toBe(401);
  expect(calls).toEqual([]);
});

it("stores the files, then records them with the letter's hash, then starts delivery", async () => {
  const { response, stored, recorded, kicks, asked } = await work({ jobs: [await job()] });
  expect(await response.json()).toEqual({ ok: true, data: { issued: 1, failed: 0 } });
  const folder = `contract-documents/${contractId}`;
  const letter = stored.get(`${folder}/carta-de-fianca.pdf`) ?? new Uint8Array();
  expect(await readCodes(letter)).toEqual(["https://site.example/verificar#7K3MQ9ZT4B0X"]);
  const contract = stored.get(`${folder}/contrato-de-garantia.pdf`) ?? new Uint8Array();
  expect((await readPdf(contract)).text).toContain("Limite da cobertura");
  expect(stored.get(`${folder}/condicoes-aceitas.pdf`)).toEqual(conditions);
  expect(asked).toEqual([`offer-documents/${offerId}/${await sha256(conditions)}.pdf`]);
  expect(recorded).toEqual([
    [
      "record_documents_issued",
      {
        contract_id: contractId,
        attempt: 1,
        letter_sha256: await sha256(new Uint8Array(letter)),
        documents: [
          { name: "Carta de fiança", file: "carta-de-fianca.pdf" },
          { name: "Contrato de garantia", file: "contrato-de-garantia.pdf" },
          { name: "Condições aceitas", file: "condicoes-aceitas.pdf" },
        ],
        version: 1,
      },
    ],
  ]);
  expect(kicks()).toBe(1);
});

it("creates the same files when called again", async () => {
  const first = await work({ jobs: [await job()] });
  const second = await work({ jobs: [{ ...(await job()), attempt: 2 }] });
  expect([...second.stored.keys()]).toEqual([...first.stored.keys()]);
  for (const [path, bytes] of first.stored) {
    expect(Buffer.compare(bytes, second.stored.get(path) ?? new Uint8Array())).toBe(0);
  }
});

it("stores a later version beside the former, and records its number", async () => {
  const { stored, recorded } = await work({ jobs: [{ ...(await job()), version: 2 }] });
  expect([...stored.keys()].map((path) => path.split("/").at(-1))).toEqual([
    "carta-de-fianca-2.pdf",
    "contrato-de-garantia-2.pdf",
    "condicoes-aceitas.pdf",
  ]);
  expect(recorded[0]?.[1]).toMatchObject({ version: 2 });
});

it("does a few jobs at a time and calls itself for the rest", async () => {
  const { recorded, documentKicks } = await work({ jobs: [await job(), await job(), await job()] });
  expect(recorded).toHaveLength(2);
  expect(documentKicks()).toBe(1);
});

it("files only the accepted conditions", async () => {
  const { recorded, stored, kicks } = await work({
    jobs: [await job()],
    kept: new TextEncoder().encode("%PDF others"),
  });
  expect(recorded).toEqual([
    [
      "record_documents_failed",
      { contract_id: contractId, attempt: 1, error: "CONDITIONS", is_final: false },
    ],
  ]);
  expect([...stored.keys()].join()).not.toContain("condicoes");
  expect(kicks()).toBe(0);
});

it("names the missing fact, and never the values of others", async () => {
  const whole = await job();
  const { recorded, logged } = await work({
    jobs: [{ ...whole, contract: { ...whole.contract, cover_limit: null } }],
  });
  expect(recorded).toEqual([
    [
      "record_documents_failed",
      { contract_id: contractId, attempt: 1, error: "DATA contract.cover_limit", is_final: false },
    ],
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/Ana|52998224725/);
});

it("draws a name with the letters of Vietnam", async () => {
  const whole = await job();
  const tenant_name = "Zoë Nguyễn Thị Ánh";
  const { stored } = await work({
    jobs: [{ ...whole, contract: { ...whole.contract, tenant_name } }],
  });
  for (const [path, bytes] of stored) {
    if (path.endsWith("condicoes-aceitas.pdf")) continue;
    expect((await readPdf(bytes)).text).toContain(`${tenant_name}, CPF`);
  }
  expect(stored.size).toBe(3);
});

it("parks a job at once when no font draws a letter, and stores and mails nothing", async () => {
  const whole = await job();
  const { recorded, stored, kicks, logged } = await work({
    jobs: [{ ...whole, contract: { ...whole.contract, landlord_name: "Imobiliária 你好" } }],
  });
  expect(recorded).toEqual([
    [
      "record_documents_failed",
      { contract_id: contractId, attempt: 1, error: "LETTER landlordName 你", is_final: true },
    ],
  ]);
  expect([stored.size, kicks()]).toEqual([0, 0]);
  expect(JSON.stringify(logged)).not.toContain("Imobiliária");
});

it("tries three times to record the stored files", async () => {
  const { recorded } = await work({
    jobs: [await job()],
    record: () => {
      throw unavailable("test");
    },
  });
  expect(recorded.map(([name]) => name)).toEqual([
    ...Array.from({ length: 3 }, () => "record_documents_issued"),
    "record_documents_failed",
  ]);
});
