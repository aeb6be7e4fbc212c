import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  jpegSample,
  photoSample,
} from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { readPdf } from "../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import {
  addLandlordAddress,
  landlordSecret,
} from "../../supabase/tests/support/add-landlord-address.ts";
import { createPersonas, type Personas } from "../../supabase/tests/support/personas.ts";
import { uploadedDocumentSchema } from "#contracts/requests/documents.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });
const address = "locador.vistoria@exemplo.com.br";
const linkSchema = z.object({ data: z.object({ url: z.string() }) });
const sentSchema = z.object({ data: uploadedDocumentSchema });

let stack: TestStack;
let personas: Personas;
let contractId: string;
let leaseId: string;
let secret: string;
beforeAll(async () => {
  stack = await startTestStack();
  const { sql } = stack;
  personas = await createPersonas(stack, sql);
  contractId = String(personas.tenant.contractId);
  leaseId = String(personas.tenant.leaseId);
  await sql`
    update public.contracts set start_date = private.today_in_brasilia() - 100,
      end_date = private.today_in_brasilia() + 264
    where id = ${contractId}`;
  await addLandlordAddress(sql, leaseId, address);
  secret = await landlordSecret(sql, address);
}, 60_000);
afterAll(async () => {
  await stack?.stop();
}, 30_000);

const tenantHeaders = () => ({ authorization: personas.tenant.headers["authorization"] ?? "" });

/** Sends a photo of the tenant's entry report. Returns the photo's hash. */
async function send(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set("moment", "entry");
  form.set("room", "kitchen");
  form.set("file", new File([bytes], "foto.jpg"));
  const encoded = new Response(form);
  const { body } = await stack.call("upload-document", {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      "content-type": encoded.headers.get("content-type"),
      "x-document-kind": "inspection",
      "x-document-id": crypto.randomUUID(),
      "x-document-of": leaseId,
      ...tenantHeaders(),
    },
  });
  return sentSchema.parse(body).data.file?.sha256 ?? expect.fail("no receipt");
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const receipts = () => stack.sql`
  select name, updated_at from storage.objects
  where bucket_id = 'contract-documents' and name like ${`${contractId}/recibo-vistoria-%`}
  order by created_at`;

/** Opens the receipt of the tenant's entry report and returns its bytes. */
async function open(who: "tenant" | "staff" | "landlord"): Promise<Uint8Array> {
  const { body } = await stack.call("open-case-file", {
    body: {
      leaseId,
      moment: "entry",
      side: "tenant",
      ...(who === "landlord" && { secret }),
    },
    headers:
      who === "landlord" ? {} : { authorization: personas[who].headers["authorization"] ?? "" },
  });
  return (await fetch(linkSchema.parse(body).data.url)).bytes();
}

test("a report's receipt is drawn once for everybody, and again only after a new file", async () => {
  const { sql } = stack;
  const first = await send(await jpegSample());
  const bytes = await open("tenant");
  const drawn = await receipts();
  expect(drawn).toHaveLength(1);
  expect([hashOf(await open("landlord")), hashOf(await open("staff"))]).toEqual([
    hashOf(bytes),
    hashOf(bytes),
  ]);
  expect([...(await receipts())]).toEqual([...drawn]);

  const second = await send(await photoSample());
  const [next, again] = await Promise.all([open("tenant"), open("landlord")]);
  expect(hashOf(next)).toBe(hashOf(again));
  expect(hashOf(next)).not.toBe(hashOf(bytes));
  const shown = async (receipt: Uint8Array) => {
    const text = (await readPdf(receipt)).text.replaceAll(/\s/g, "");
    return [text.includes(first), text.includes(second)];
  };
  expect(await shown(bytes)).toEqual([true, false]);
  expect(await shown(next)).toEqual([true, true]);
  const known = await sql`
    select file_sha256 from private.inspection_receipts where lease_id = ${leaseId}
    order by drawn_at`;
  expect(known.map((row) => row["file_sha256"])).toEqual([hashOf(bytes), hashOf(next)]);

  // The former receipt is still stored under its hash, with the same bytes.
  const { secretKey: apikey } = stack;
  const former = await fetch(
    `${stack.url}/storage/v1/object/contract-documents/${String(drawn[0]?.["name"])}`,
    { headers: { apikey, authorization: `Bearer ${apikey}` } },
  );
  expect(hashOf(await former.bytes())).toBe(hashOf(bytes));
});

const lineSchema = z.looseObject({ level: z.string(), requestId: z.string() });

/** Returns the lines of the functions' log about a request. */
async function linesOf(requestId: string) {
  const log = await readFile(join(stack.logDirectory, "functions.log"), "utf8");
  return log
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes(requestId))
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

test.each([
  ["upload-document", "multipart/form-data; boundary=x", "--x"],
  ["send-contact-message", "application/json", '{"name":'],
])(
  "a body for %s that its sender breaks off is logged as information, without a stack",
  async (name, type, begin) => {
    const requestId = crypto.randomUUID();
    const headers = {
      host: "localhost",
      origin: stack.siteUrl,
      apikey: stack.publishableKey,
      "content-type": type,
      "content-length": "10000",
      "x-request-id": requestId,
      "x-document-kind": "inspection",
      "x-document-id": crypto.randomUUID(),
      "x-document-of": leaseId,
      ...tenantHeaders(),
    };
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
    const socket = connect(Number(new URL(stack.url).port), "127.0.0.1");
    socket.write(`POST /functions/v1/${name} HTTP/1.1\r\n${lines.join("")}\r\n${begin}`);
    // The function must have begun to read the body.
    await new Promise((passed) => setTimeout(passed, 500));
    socket.destroy();
    await eventually(() => linesOf(requestId)).toEqual([
      {
        time: expect.any(String),
        level: "info",
        requestId,
        function: name,
        status: 400,
        milliseconds: expect.any(Number),
        code: "unavailable",
        reason: "broken body",
      },
    ]);
  },
);
