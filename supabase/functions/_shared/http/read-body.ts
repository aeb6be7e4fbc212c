import { RequestFailure } from "./request-failure.ts";

/** Which body a function takes, and how much of it. */
export type BodyRule = { kind: "json" | "form"; maximumBytes: number };

const rules = {
  json: { type: "application/json", unread: "Envie os dados no formato JSON." },
  form: { type: "multipart/form-data", unread: "Envie os dados como formulário." },
} as const;

/**
 * A request's JSON, or the fields and files of its form. The bytes are counted as they arrive,
 * because content-length is what the caller says. Throws 415, 413 or 400.
 */
export async function readBody(request: Request, rule: BodyRule): Promise<unknown> {
  const contentType = request.headers.get("content-type") ?? "";
  const { type, unread } = rules[rule.kind];
  if (contentType.split(";")[0]?.trim().toLowerCase() !== type) {
    throw new RequestFailure(415, "invalid_request", unread);
  }
  const bytes = await readBytes(request, rule.maximumBytes);
  try {
    if (rule.kind === "json") {
      const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      return body;
    }
    const headers = { "content-type": contentType };
    return Object.fromEntries(await new Response(bytes, { headers }).formData());
  } catch {
    throw new RequestFailure(400, "invalid_request", "Não foi possível ler os dados enviados.");
  }
}

async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maximumBytes) {
      await reader?.cancel();
      throw new RequestFailure(413, "too_large", "Os dados enviados passam do tamanho permitido.");
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

const longestWait = 30_000;
const longestQueue = 20;
const mostOfOne = 2;

/**
 * Lets `most` pieces of work that hold a large body in memory go on at once, two of them of one
 * `subject`, so that nobody takes every place. Others wait before theirs is read, for half a minute;
 * then they are told to come again (503).
 */
export function createBodyRoom(most: number) {
  const inside: string[] = [];
  const queue: { subject: string; enter: () => void }[] = [];
  const hasPlace = (subject: string) =>
    inside.length < most && inside.filter((other) => other === subject).length < mostOfOne;

  function waitFor(subject: string): Promise<void> {
    if (queue.length >= longestQueue) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const waiting = {
        subject,
        enter() {
          clearTimeout(late);
          resolve();
        },
      };
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(full());
      }, longestWait);
      queue.push(waiting);
    });
  }

  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    if (hasPlace(subject)) inside.push(subject);
    else await waitFor(subject);
    try {
      return await work();
    } finally {
      inside.splice(inside.indexOf(subject), 1);
      const next = queue.findIndex((waiting) => hasPlace(waiting.subject));
      // Whoever waits is inside before anybody else can ask.
      for (const { subject: entered, enter } of next < 0 ? [] : queue.splice(next, 1)) {
        inside.push(entered);
        enter();
      }
    }
  };
}

const full = () =>
  new RequestFailure(
    503,
    "unavailable",
    "Muitos arquivos estão chegando agora. Tente de novo em instantes.",
    { retryAfterSeconds: 10 },
    "no room for a body",
  );
