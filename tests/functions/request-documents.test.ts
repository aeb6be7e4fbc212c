import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { request as httpRequest } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  hostileSamples,
  jpegSample,
  pdfSample,
  photoSample,
  secretsOfPhoto,
} from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { bytesOf } from "../../supabase/functions/_shared/documents/pdf-samples-for-tests.ts";
import { createPersonas, type Personas } from "../../supabase/tests/support/personas.ts";
import { simulationRow } from "../../supabase/tests/support/sample-rows.ts";
import { someAddress } from "./filled-forms.ts";
import { startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
let personas: Personas;
let simulationId: string;
let secret: string;

beforeAll(async () => {
  stack = await startTestStack();
  personas = await createPersonas(stack, stack.sql);
}, 60_000);
afterAll(async () => {
  await stack?.stop();
}, 30_000);

beforeEach(async () => {
  await stack.sql`delete from public.rate_limits`;
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  simulationId = String(row?.["id"]);
  const [link] = await stack.sql`select public.tracking_secret(${simulationId}) as secret`;
  secret = String(link?.["secret"]);
});

async function ask(kind = "income"): Promise<string> {
  const [row] = await stack.sql`
    insert into public.asked_documents (simulation_id, kind)
    values (${simulationId}, ${kind}) returning id`;
  return String(row?.["id"]);
}

/** Sends a file as the page does, with a file name and a type. The server must not trust the name or the type. */
async function send(
  documentId: string,
  bytes: Uint8Array<ArrayBuffer>,
  {
    link = secret,
    type = "application/pdf",
    from = someAddress(),
    fileId = crypto.randomUUID(),
  } = {},
) {
  const form = new FormData();
  form.set("file", new File([bytes], "documento.pdf", { type }));
  const request = new Response(form);
  return stack.call("upload-document", {
    body: Buffer.from(await request.arrayBuffer()),
    headers: {
      "content-type": request.headers.get("content-type"),
      "x-request-secret": link,
      "x-document-id": fileId,
      "x-document-kind": "asked",
      "x-document-of": documentId,
    },
    from,
  });
}

/** Sends only the headers of an upload of 10 MB, without the body. Returns the status. */
function sendHead(documentId: string, link: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${stack.url}/functions/v1/upload-document`, {
      method: "POST",
      agent: false,
      localAddress: someAddress(),
      headers: {
        apikey: stack.publishableKey,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": 10_000_000,
        "x-request-secret": link,
        "x-document-id": crypto.randomUUID(),
        "x-document-kind": "asked",
        "x-document-of": documentId,
      },
    });
    request.on("response", ({ statusCode }) => {
      resolve(statusCode);
      request.destroy();
    });
    request.on("error", reject);
    request.write("--x");
  });
}

const documentOf = async (id: string) => {
  const [row] = await stack.sql`select status from public.asked_documents where id = ${id}`;
  const files = await stack.sql<{ id: string; path: string; type: string }[]>`
    select id, file_path as path, file_type as type from public.asked_files
    where document_id = ${id} order by received_at, id`;
  return { status: row?.["status"], files: [...files] };
};
const stored = () => stack.sql`
  select name from storage.objects
  where bucket_id = 'request-documents' and name like ${`${simulationId}/%`}`;

async function open(documentId: string, headers = personas.staff.headers) {
  return stack.call("open-document", { body: { documentId }, headers });
}

/** Downloads the first file of a requested document. */
async function download(documentId: string): Promise<Response> {
  const { files } = await documentOf(documentId);
  const { body } = await open(files[0]?.id ?? "");
  const [, url = ""] = /"url":"([^"]+)"/.exec(JSON.stringify(body)) ?? [];
  return fetch(url);
}

it("a photo is stored without its metadata, and staff see it by a link", async () => {
  const id = await ask();
  expect(await send(id, await photoSample(), { type: "text/html" })).toMatchObject({
    status: 200,
    body: { ok: true, data: { status: "sent" } },
  });
  expect(await documentOf(id)).toMatchObject({ status: "sent", files: [{ type: "image/jpeg" }] });
  const file = await download(id);
  expect(file.headers.get("content-type")).toBe("image/jpeg");
  expect(file.headers.get("cache-control")).toBe("private, no-store");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment;/);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 2).toString("hex")).toBe("ffd8");
  for (const kept of secretsOfPhoto) expect(bytes.includes(kept)).toBe(false);
  const views = await stack.sql`
    select from public.audit_trail
    where action = 'view-document' and subject_id = ${simulationId}`;
  expect(views).toHaveLength(1);
});

it("a PDF is stored unchanged", async () => {
  const id = await ask();
  const pdf = await pdfSample();
  expect((await send(id, pdf, { type: "image/png" })).status).toBe(200);
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(hash(new Uint8Array(await (await download(id)).arrayBuffer()))).toBe(hash(pdf));
});

describe("a file with a false type", async () => {
  it.each(await hostileSamples())("is refused: $name", async ({ bytes }) => {
    const id = await ask();
    const answer = await send(id, bytes);
    expect(answer).toMatchObject({
      status: 422,
      body: { ok: false, error: { code: "invalid_fields", fields: { file: expect.any(String) } } },
    });
    expect(await documentOf(id)).toEqual({ status: "asked", files: [] });
    expect(await stored()).toHaveLength(0);
  });
});

it("a PDF with blank lines before it, and one that bars printing, are stored as plain PDFs", async () => {
  const locked = (algorithm: "AES-128" | "AES-256") =>
    pdfSample((made) =>
      made.encrypt({ ownerPassword: "dona", permissions: { printing: false }, algorithm }),
    );
  const samples = [
    bytesOf("\xef\xbb\xbf\r\n\n", await pdfSample()),
    await locked("AES-128"),
    await locked("AES-256"),
  ];
  for (const bytes of samples) {
    const id = await ask();
    expect((await send(id, bytes)).status).toBe(200);
    const kept = Buffer.from(await (await download(id)).arrayBuffer());
    expect(kept.subarray(0, 5).toString()).toBe("%PDF-");
    expect(kept.includes("/Encrypt")).toBe(false);
  }
});

it("a file of more than 10 MB is refused before it is read to its end", async () => {
  const id = await ask();
  const slightly = await send(id, new Uint8Array(10 * 1024 * 1024 + 1));
  expect(slightly).toMatchObject({ status: 422, body: { error: { code: "invalid_fields" } } });
  const far = await send(id, new Uint8Array(12 * 1024 * 1024));
  expect(far).toMatchObject({ status: 413, body: { error: { code: "too_large" } } });
});

it("the same file again changes nothing, also many times at once", { tags: ["full"] }, async () => {
  const id = await ask();
  const photo = await jpegSample();
  const answers = await Promise.all([1, 2, 3].map(() => send(id, photo)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await send(id, photo)).status).toBe(200);
  const { files } = await documentOf(id);
  expect((await stored()).map(({ name }) => name)).toEqual(files.map(({ path }) => path));
  expect(files).toHaveLength(1);
  const sent = await stack.sql`
    select from public.audit_trail
    where action = 'send-document' and subject_id = ${simulationId}`;
  expect(sent).toHaveLength(1);
});

const withdraw = (fileId: string, link = secret) =>
  stack.call("withdraw-file", { body: { secret: link, fileId }, from: someAddress() });

it("an applicant sends two files for one document, and removes one with its stored file", async () => {
  const id = await ask();
  await send(id, await jpegSample());
  await send(id, await pdfSample());
  const [front, back] = (await documentOf(id)).files;
  expect((await stored()).map(({ name }) => name).toSorted()).toEqual(
    [front?.path, back?.path].toSorted(),
  );
  const [other] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  const [foreign] = await stack.sql`
    select public.tracking_secret(${String(other?.["id"])}) as secret`;
  expect(await withdraw(front?.id ?? "", String(foreign?.["secret"]))).toMatchObject({
    status: 200,
    body: { data: { changed: false } },
  });
  expect((await withdraw(front?.id ?? "", "A".repeat(22))).status).toBe(404);
  expect((await documentOf(id)).files).toHaveLength(2);
  expect(await withdraw(front?.id ?? "")).toMatchObject({
    status: 200,
    body: { data: { changed: true } },
  });
  expect((await stored()).map(({ name }) => name)).toEqual([back?.path]);
  await stack.sql`update public.asked_documents set status = 'accepted' where id = ${id}`;
  expect((await withdraw(back?.id ?? "")).status).toBe(409);
  expect((await documentOf(id)).files).toHaveLength(1);
});

it(
  "a file that was stored as cacheable is stored again, letters too",
  { tags: ["full"] },
  async () => {
    const id = await ask();
    await send(id, await jpegSample());
    const path = (await documentOf(id)).files[0]?.path;
    const { storage } = createClient(stack.url, stack.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const places = [
      ["request-documents", String(path), "image/jpeg"],
      ["contract-documents", `${crypto.randomUUID()}/carta.pdf`, "application/pdf"],
    ] as const;
    const answers = () =>
      Promise.all(
        places.map(async ([bucket, name]) => {
          const { data } = await storage.from(bucket).createSignedUrl(name, 60);
          return (await fetch(data?.signedUrl ?? "")).headers.get("cache-control");
        }),
      );
    for (const [bucket, name, contentType] of places) {
      // supabase-js stores files that have no cache option with a header that lets caches keep them for an hour.
      await storage.from(bucket).upload(name, new Uint8Array([1]), { contentType, upsert: true });
    }
    expect(await answers()).toEqual(["max-age=3600", "max-age=3600"]);
    await stack.call("remove-files", { headers: { apikey: stack.secretKey } });
    expect(await answers()).toEqual(["private, no-store", "private, no-store"]);
  },
);

it("a file from a stranger or for an unknown document is refused before it is read", async () => {
  const id = await ask();
  for (const [documentId, link] of [
    [id, "A".repeat(22)],
    [crypto.randomUUID(), secret],
  ] as const) {
    // The body never arrives, so a function that waited for the body would not answer.
    expect(await sendHead(documentId, link)).toBe(404);
  }
});

it("a file is refused after the decision and after its acceptance", async () => {
  const [accepted, open_] = [await ask("identity"), await ask("income")];
  await send(accepted, await jpegSample());
  await stack.sql`update public.asked_documents set status = 'accepted' where id = ${accepted}`;
  expect((await send(accepted, await pdfSample())).status).toBe(409);
  await stack.sql`
    update public.simulations set status = 'approved', reviewed_at = now()
    where id = ${simulationId}`;
  expect((await send(open_, await pdfSample())).status).toBe(409);
  expect(await stored()).toHaveLength(1);
});

it("a wrong or foreign link opens nothing, and guesses are counted", async () => {
  const id = await ask();
  const [other] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  const [foreign] = await stack.sql`
    select public.tracking_secret(${String(other?.["id"])}) as secret`;
  const photo = await jpegSample();
  for (const link of ["", "A".repeat(22), String(foreign?.["secret"])]) {
    expect((await send(id, photo, { link })).status).toBe(404);
  }
  const from = someAddress();
  const statuses: number[] = [];
  for (let guess = 0; guess <= 60; guess++) {
    statuses.push((await send(id, photo, { link: "A".repeat(22), from })).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(await stored()).toHaveLength(0);
});

it("only active staff open a document", async () => {
  const id = await ask();
  await send(id, await jpegSample());
  const [file] = (await documentOf(id)).files;
  for (const who of ["visitor", "tenant", "pending staff", "disabled staff"] as const) {
    expect([401, 403]).toContain((await open(file?.id ?? "", personas[who].headers)).status);
  }
  expect((await open(crypto.randomUUID())).status).toBe(404);
});

it("the cleanup removes exactly the files that no row names", { tags: ["full"] }, async () => {
  const id = await ask();
  await send(id, await jpegSample());
  const other = await ask("identity");
  await send(other, await pdfSample());
  await stack.sql`
    update storage.objects set created_at = now() - interval '2 hours'
    where bucket_id = 'request-documents'`;
  await stack.sql`delete from public.asked_documents where id = ${other}`;
  const answer = await stack.call("remove-files", { headers: { apikey: stack.secretKey } });
  expect(answer).toMatchObject({ status: 200, body: { data: { removed: expect.any(Number) } } });
  const { files } = await documentOf(id);
  expect((await stored()).map(({ name }) => name)).toEqual(files.map(({ path }) => path));
});
