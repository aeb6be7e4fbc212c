import { expect, it } from "vitest";
import { RequestFailure, unavailable } from "../_shared/http/request-failure.ts";
import { pdfSample } from "../_shared/documents/document-samples-for-tests.ts";
import { partsForTests, publishableKey } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const documentId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334477";

/** Calls the handler. Returns the reply, and the stored and removed files with their buckets. */
async function file(filed: () => unknown, isActive = true) {
  const stored: string[] = [];
  const removed: string[] = [];
  const fake = partsForTests(
    {
      use_right() {
        if (!isActive) throw new RequestFailure(403, "forbidden", "Falta o direito.");
        return { may: true };
      },
      file_contract_document: filed,
    },
    {
      files: {
        store: async (bucket, path) => void stored.push(`${bucket}/${path}`),
        read: async () => new Uint8Array(),
        remove: async (bucket, paths) =>
          void removed.push(...paths.map((path) => `${bucket}/${path}`)),
        link: async () => "",
      },
    },
  );
  const body = new FormData();
  body.set("contractId", contractId);
  body.set("documentId", documentId);
  body.set("documentName", "Aditivo");
  body.set("file", new File([await pdfSample()], "aditivo.pdf"));
  const response = await createHandler(fake.parts)(
    new Request("https://functions.example/file-contract-document", {
      method: "POST",
      headers: { apikey: publishableKey, authorization: "Bearer staff-token" },
      body,
    }),
  );
  return { ...fake, response, stored, removed };
}

it("stores a file under a path of its own in its contract's folder, and files it as the caller", async () => {
  const { response, stored, removed, calls } = await file(() => ({ changed: true }));
  expect(response.status).toBe(200);
  expect(stored).toEqual([
    expect.stringMatching(`^contract-documents/${contractId}/${documentId}-[\\w-]{36}\\.pdf$`),
  ]);
  expect(removed).toEqual([]);
  const [name, { file_path }, token] = calls.at(-1) ?? expect.fail("nothing was called");
  expect([name, `contract-documents/${String(file_path)}`, token]).toEqual([
    "file_contract_document",
    stored[0],
    "staff-token",
  ]);
});

it("removes a file without a row: after a second click, or a refusal of the database", async () => {
  const second = await file(() => ({ changed: false }));
  const refused = await file(() => {
    throw new RequestFailure(404, "not_found", "Contrato não encontrado.");
  });
  for (const { stored, removed } of [second, refused]) {
    expect(stored).toHaveLength(1);
    expect(removed).toEqual(stored);
  }
  expect([second.response.status, refused.response.status]).toEqual([200, 404]);
});

it("keeps a file whose row may exist, because the database's answer was lost", async () => {
  const { response, stored, removed } = await file(() => {
    throw unavailable("database 0");
  });
  expect([response.status, stored.length, removed]).toEqual([503, 1, []]);
});

it("stores nothing from callers without the right to look after contracts", async () => {
  const { response, stored, calls } = await file(() => ({ changed: true }), false);
  expect([response.status, stored]).toEqual([403, []]);
  expect(calls).toEqual([
    ["use_right", { wanted: "contracts", action: "file-contract-document" }, "staff-token"],
  ]);
});
