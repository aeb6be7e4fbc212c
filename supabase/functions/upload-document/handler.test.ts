import { createHash } from "node:crypto";
import { createCanvas } from "@napi-rs/canvas";
import { expect, it } from "vitest";
import { partsForTests, publishableKey } from "../_shared/parts-for-tests.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import { createHandler } from "./handler.ts";

const documentId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334477";
const fileId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334499";
const simulationId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const picture = Uint8Array.from(createCanvas(4, 4).toBuffer("image/jpeg"));
const opened = { simulationId, isOpen: true };
const keptSha256 = createHash("sha256").update(picture).digest("hex");

async function upload(open: unknown, received?: unknown) {
  const stored: string[] = [];
  const removed: string[] = [];
  const fake = partsForTests(
    { open_document_upload: () => open, receive_document: () => received },
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
  body.set("file", new File([picture], "rg.jpg", { type: "image/jpeg" }));
  const request = new Request("https://functions.example/upload-document", {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "x-request-secret": "abc",
      "x-document-id": fileId,
      "x-document-kind": "asked",
      "x-document-of": documentId,
    },
    body,
  });
  return { ...fake, stored, removed, response: await createHandler(fake.parts)(request) };
}

it("checks the right by a hash of the secret, stores the file and then names it", async () => {
  const { response, calls, stored, removed } = await upload(opened, {
    isKept: true,
    changed: true,
  });
  expect(await response.json()).toEqual({ ok: true, data: { status: "sent" } });
  const secret_hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const known = { secret_hash, document_id: documentId, file_id: fileId };
  expect(calls).toMatchObject([
    ["open_document_upload", known],
    ["receive_document", { ...known, bytes: expect.any(Number) }],
  ]);
  expect(stored).toEqual([
    expect.stringMatching(new RegExp(`^request-documents/${simulationId}/[\\w-]+\\.jpg$`)),
  ]);
  expect(removed).toEqual([]);
});

it.each([
  ["that came too late", { isKept: false, changed: false }, "não é mais esperado"],
  ["for which there is no room", { isKept: false, changed: false, isFull: true }, "10 arquivos"],
])("removes a file %s", async (_which, received, message) => {
  const { response, stored, removed } = await upload(opened, received);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining(message) },
  });
  expect(removed).toEqual(stored);
  expect(removed).toHaveLength(1);
});

it.each([
  ["a link that opens nothing", null, 404],
  ["a document that is not expected any more", { ...opened, isOpen: false }, 409],
  ["the same file again", { ...opened, keptSha256, isOpen: false }, 200],
  ["another file where one is accepted", { ...opened, keptSha256: "a", isOpen: false }, 409],
])("stores nothing for %s", async (_what, open, status) => {
  const { response, stored } = await upload(open);
  expect([response.status, stored]).toEqual([status, []]);
});

it("accepts the receipt of the keys from a signed-in tenant, and stores it with the contract", async () => {
  const stored: string[] = [];
  const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334488";
  const fake = partsForTests(
    {
      open_proof_upload: () => ({ contractId, isOpen: true }),
      receive_proof: () => ({ isKept: true, changed: true }),
    },
    {
      files: {
        store: async (bucket, path) => void stored.push(`${bucket}/${path}`),
        read: async () => new Uint8Array(),
        remove: async () => undefined,
        link: async () => "",
      },
    },
  );
  const send = (headers: Record<string, string>) => {
    const body = new FormData();
    body.set("file", new File([picture], "recibo.jpg", { type: "image/jpeg" }));
    return createHandler(fake.parts)(
      new Request("https://functions.example/upload-document", {
        method: "POST",
        headers: { apikey: publishableKey, "x-document-id": documentId, ...headers },
        body,
      }),
    );
  };
  expect((await send({})).status).toBe(401);
  expect(fake.calls).toEqual([]);
  expect((await send({ authorization: "Bearer staff-token" })).status).toBe(200);
  expect(fake.calls).toMatchObject([
    ["open_proof_upload", { holder: "staff-id", secret_hash: null, ending_id: documentId }],
    ["receive_proof", { holder: "staff-id", ending_id: documentId, file_type: "image/jpeg" }],
  ]);
  expect(stored).toEqual([
    expect.stringMatching(new RegExp(`^request-documents/${contractId}/[\\w-]+\\.jpg$`)),
  ]);
});

const secretHash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const ofId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334499";

it.each([
  {
    kind: "keys",
    fields: {},
    opens: "open_proof_upload",
    receives: "receive_proof",
    known: { ending_id: documentId },
    opened: { contractId: ofId },
  },
  {
    kind: "inspection",
    fields: { moment: "exit", room: "kitchen" },
    opens: "open_inspection_upload",
    receives: "receive_inspection",
    known: { lease_id: ofId, file_id: documentId },
    opened: { leaseId: ofId },
  },
  {
    kind: "claim",
    fields: { kind: "photo" },
    opens: "open_claim_upload",
    receives: "receive_claim_file",
    known: { is_staff: false, claim_id: ofId, file_id: documentId },
    opened: { leaseId: ofId },
  },
])(
  "a landlord's link sends a file of the kind $kind",
  async ({ kind, fields, opens, receives, known, opened: place }) => {
    const stored: string[] = [];
    const fake = partsForTests(
      {
        [opens]: () => ({ ...place, isOpen: true }),
        upload_sender: () => "hash of one address",
        [receives]: () => ({ isKept: true, changed: true }),
      },
      {
        files: {
          ...partsForTests().parts.files,
          store: async (_bucket, path) => void stored.push(path),
        },
      },
    );
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set("file", new File([picture], "foto.jpg", { type: "image/jpeg" }));
    const response = await createHandler(fake.parts)(
      new Request("https://functions.example/upload-document", {
        method: "POST",
        headers: {
          apikey: publishableKey,
          "x-request-secret": "abc",
          "x-document-id": documentId,
          "x-document-kind": kind,
          "x-document-of": ofId,
        },
        body,
      }),
    );
    expect(response.status).toBe(200);
    const by = { holder: null, secret_hash: secretHash, ...known };
    expect(fake.calls).toMatchObject([
      [opens, { ...by, address_hash: "hash of 203.0.113.7" }],
      ["upload_sender", { secret_hash: secretHash }],
      [receives, { ...by, file_type: "image/jpeg" }],
    ]);
    expect(stored).toEqual([expect.stringMatching(new RegExp(`^${ofId}/[\\w-]+\\.jpg$`))]);
  },
);

it.each([
  { kind: "claim", right: "claims", action: "send-claim-file", first: ["is_active_staff"] },
  { kind: "bureau", right: "requests", action: "record-bureau-answer", first: [] },
])(
  "refuses a file of the kind $kind from staff without the right $right, before the file is read",
  async ({ kind, right, action, first }) => {
    const claimId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334411";
    const noRight = "Falta um direito. Quem tem: Aline Prado.";
    const fake = partsForTests({
      is_active_staff: () => true,
      use_right() {
        throw new RequestFailure(403, "forbidden", noRight);
      },
    });
    const response = await createHandler(fake.parts)(
      new Request("https://functions.example/upload-document", {
        method: "POST",
        headers: {
          apikey: publishableKey,
          authorization: "Bearer staff-token",
          "content-type": "multipart/form-data; boundary=x",
          "x-document-id": fileId,
          "x-document-kind": kind,
          "x-document-of": claimId,
        },
        body: new FormData(),
      }),
    );
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "forbidden", message: noRight } });
    expect(fake.calls.map(([name]) => name)).toEqual([...first, "use_right"]);
    expect(fake.calls.at(-1)).toEqual([
      "use_right",
      { wanted: right, action, subject_id: claimId },
      "staff-token",
    ]);
  },
);

it("adds the file of a bureau's answer for a member with the right requests, never by a link", async () => {
  const stored: string[] = [];
  const fake = partsForTests(
    {
      use_right: () => ({ may: true }),
      open_bureau_upload: () => opened,
      receive_bureau_file: () => ({ isKept: true, changed: true }),
    },
    {
      files: {
        ...partsForTests().parts.files,
        store: async (bucket, path) => void stored.push(`${bucket}/${path}`),
      },
    },
  );
  const send = (headers: Record<string, string>) => {
    const body = new FormData();
    body.set("file", new File([picture], "consulta.jpg", { type: "image/jpeg" }));
    return createHandler(fake.parts)(
      new Request("https://functions.example/upload-document", {
        method: "POST",
        headers: {
          apikey: publishableKey,
          "x-document-id": documentId,
          "x-document-kind": "bureau",
          "x-document-of": simulationId,
          ...headers,
        },
        body,
      }),
    );
  };
  expect((await send({ "x-request-secret": "abc" })).status).toBe(401);
  expect((await send({})).status).toBe(401);
  expect(fake.calls).toEqual([]);
  expect((await send({ authorization: "Bearer staff-token" })).status).toBe(200);
  const known = { holder: "staff-id", answer_id: documentId };
  expect(fake.calls).toMatchObject([
    ["use_right", { wanted: "requests", subject_id: simulationId }, "staff-token"],
    ["open_bureau_upload", known],
    ["receive_bureau_file", { ...known, file_type: "image/jpeg" }],
  ]);
  expect(stored).toEqual([
    expect.stringMatching(new RegExp(`^request-documents/${simulationId}/[\\w-]+\\.jpg$`)),
  ]);
});
