import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
/**
 * Brotli quality for the first answer. Compression takes 3 ms at this quality and 75 ms at quality 11, which the server
 * uses later in the background.
 */
const QUICK_QUALITY = 5;
const BEST_QUALITY = 11;
/** Maximum length of the compression queue, larger than the number of pages. The oldest bodies drop out first. */
const MOST_WAITING = 200;

export interface EncodedBody {
  etag: string;
  raw: Buffer<ArrayBuffer>;
  /** Body compressed with Brotli. File formats that are already compressed have neither `br` nor `gzip`. */
  br?: Buffer<ArrayBuffer> | undefined;
  gzip?: Buffer<ArrayBuffer> | undefined;
}

export function encodeBody(content: string | Buffer): EncodedBody {
  const raw = ownBytes(Buffer.from(content));
  const body: EncodedBody = {
    etag: strongEtag(raw),
    raw,
    br: ownBytes(brotliCompressSync(raw, brotliOptions(raw, QUICK_QUALITY))),
    gzip: ownBytes(gzipSync(raw)),
  };
  quick.add(body);
  return body;
}

/** Bodies with quick compression only. The best compression starts at the first HTTP request for a body. */
const quick = new WeakSet<EncodedBody>();

/**
 * Bodies that wait for the best compression. Only one is compressed at a time, because DNS lookups and file reads use
 * the same threads.
 */
const waiting: EncodedBody[] = [];
let isCompressing = false;

function compressBetter(body: EncodedBody): void {
  waiting.push(body);
  // The oldest bodies leave the queue, because newer versions have most likely replaced these bodies.
  waiting.splice(0, waiting.length - MOST_WAITING);
  if (!isCompressing) void compressWaiting();
}

async function compressWaiting(): Promise<void> {
  isCompressing = true;
  for (let body = waiting.pop(); body; body = waiting.pop()) {
    body.br = ownBytes(await compressBrotli(body.raw, brotliOptions(body.raw, BEST_QUALITY)));
  }
  isCompressing = false;
}

/** Copies bytes into a separate buffer. A slice of Node's shared pool would keep the pool's 64 KB in memory. */
function ownBytes(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Returns an ETag that is the same on every server for the same bytes (RFC 9110, section 8.8.3). */
export function strongEtag(raw: Buffer): string {
  return `"${createHash("sha256").update(raw).digest("base64url").slice(0, 22)}"`;
}

function brotliOptions(raw: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  };
}

/** Supported encodings, the one with the smallest output first. */
const encodings = ["br", "gzip"] as const;

/** Answers a GET request in an accepted encoding, or with 304 when the visitor already has the body. */
export function respondWithBody(
  request: Request,
  body: EncodedBody,
  status: number,
  headers: Record<string, string>,
): Response {
  const all: Record<string, string> = { ...headers, etag: body.etag, vary: "accept-encoding" };
  const known = request.headers.get("if-none-match");
  if (status === 200 && known?.split(/,\s*/).some((tag) => tag.replace(/^W\//, "") === body.etag)) {
    return new Response(null, { status: 304, headers: all });
  }
  const accepted = request.headers.get("accept-encoding") ?? "";
  const encoding = encodings.find((name) => body[name] && accepts(accepted, name));
  if (encoding) all["content-encoding"] = encoding;
  const bytes = (encoding && body[encoding]) ?? body.raw;
  all["content-length"] = String(bytes.length);
  if (quick.delete(body)) compressBetter(body);
  return new Response(bytes, { status, headers: all });
}

/** Returns true when an Accept-Encoding header names an encoding without refusing it by `q=0` (RFC 9110). */
function accepts(header: string, coding: string): boolean {
  return header.split(",").some((part) => {
    const [name, weight] = part.split(";").map((text) => text.trim());
    return name === coding && !/^q=0(\.0*)?$/.test(weight ?? "");
  });
}
