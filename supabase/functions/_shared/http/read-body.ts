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

/**
 * Lets `most` pieces of work that hold a large body in memory go on at once; others wait for half a
 * minute before theirs is read, and two of one `subject` at most are there at all, so that nobody
 * takes every place. Who finds no place is told to come again.
 */
export function createBodyRoom(most: number) {
  const subjects = new Map<string, number>();
  const queue: (() => void)[] = [];
  let taken = 0;

  async function enter(): Promise<void> {
    if (taken < most) {
      taken += 1;
      return;
    }
    if (queue.length >= longestQueue) throw full();
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(go), 1);
        reject(full());
      }, longestWait);
      queue.push(go);
    });
  }

  function leave(): void {
    // Who waits takes the place over.
    const next = queue.shift();
    if (next) next();
    else taken -= 1;
  }

  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    const others = subjects.get(subject) ?? 0;
    if (others >= 2) throw full();
    subjects.set(subject, others + 1);
    try {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    } finally {
      const left = (subjects.get(subject) ?? 1) - 1;
      if (left > 0) subjects.set(subject, left);
      else subjects.delete(subject);
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
