import { createCanvas } from "@napi-rs/canvas";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { partsForTests, publishableKey } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const picture = Uint8Array.from(createCanvas(4, 4).toBuffer("image/jpeg"));
const account = { authorization: "Bearer staff-token" };
const kept = { isKept: true, changed: true };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

function start() {
  const { parts, logged } = partsForTests({
    open_inspection_upload: () => ({ contractId, isOpen: true }),
    open_claim_upload: () => ({ contractId, isOpen: true }),
    open_proof_upload: () => ({ contractId, isOpen: true }),
    open_document_upload: ({ secret_hash }) => ({
      // Each link belongs to a request, as in the database.
      simulationId: `${String(secret_hash).slice(0, 8)}-4b5a-4c6d-8e7f-001122334455`,
      isOpen: true,
    }),
    is_active_staff: () => false,
    upload_sender: () => "hash of one address",
    receive_inspection: () => kept,
    receive_document: () => kept,
  });
  const handler = createHandler(parts);
  const statuses: number[] = [];

  function call(headers: Record<string, string>, body: FormData | ReadableStream) {
    const init = {
      method: "POST",
      // The caller invents the id of the file.
      headers: {
        apikey: publishableKey,
        "x-document-id": crypto.randomUUID(),
        "x-document-of": contractId,
        ...(!(body instanceof FormData) && { "content-type": "multipart/form-data; boundary=x" }),
        ...headers,
      },
      body,
      duplex: "half",
    };
    return handler(new Request("https://functions.example/upload-document", init));
  }

  return {
    logged,
    statuses,
    /** Starts an upload whose body never comes. */
    stall(headers: Record<string, string>) {
      void call(headers, new ReadableStream()).then(({ status }) => statuses.push(status));
    },
    async send(headers: Record<string, string>) {
      const body = new FormData();
      for (const [name, value] of [
        ["moment", "entry"],
        ["room", "kitchen"],
      ] as const) {
        body.set(name, value);
      }
      body.set("file", new File([picture], "foto.jpg", { type: "image/jpeg" }));
      return (await call(headers, body)).status;
    },
  };
}

const inspection = { "x-document-kind": "inspection" };
const claim = { "x-document-kind": "claim" };
const asked = { "x-document-kind": "asked" };

it.each([
  ["an account", [{ ...inspection, ...account }, { ...claim, ...account }, account]],
  [
    "a landlord's address with several links",
    [
      { ...inspection, "x-request-secret": "one" },
      { ...claim, "x-request-secret": "two" },
      { ...inspection, "x-request-secret": "three" },
    ],
  ],
  ["the link of a request", [{ ...asked, "x-request-secret": "applicant" }]],
])(
  "%s has two slots in all, whatever ids it invents, and others are served",
  async (_what, ways) => {
    const { stall, send, statuses, logged } = start();
    for (let count = 0; count < 40; count += 1) stall(ways[count % ways.length] ?? {});
    await vi.waitFor(() => expect(statuses).toHaveLength(34));
    expect(new Set(statuses)).toEqual(new Set([429]));
    expect(await send({ ...asked, "x-request-secret": "somebody else" })).toBe(200);
    // Both running uploads are cut after 21 seconds, then the waiting ones.
    for (const cut of [2, 4, 6]) {
      // oxlint-disable-next-line no-await-in-loop -- waiting uploads follow those that are cut
      await vi.advanceTimersByTimeAsync(21_000);
      // oxlint-disable-next-line no-await-in-loop
      await vi.waitFor(() => expect(statuses).toHaveLength(34 + cut));
    }
    expect(new Set(statuses.slice(34))).toEqual(new Set([408]));
    expect(logged.filter((line) => "stack" in line)).toEqual([]);
  },
);
