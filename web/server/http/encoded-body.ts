import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
/** Quality 5 costs about 3 ms and serves at once; 11 follows in the background (75 ms) what is asked for. */
const QUICK_QUALITY = 5;
const BEST_QUALITY = 11;
/** More than there are pages; those beyond stay as they are. */
const MOST_WAITING = 200;

export interface EncodedBody {
  etag: string;
  raw: Buffer<ArrayBuffer>;
  /** Neither is there for what is compressed by itself. */
  br?: Buffer<ArrayBuffer> | undefined;
  gzip?: Buffer<ArrayBuffer> | undefined;
}

/** Compresses a rendering once for all the visitors that will get it. */
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

/** What nobody has asked for yet: the data of most pages between two changes. */
const quick = new WeakSet<EncodedBody>();

/**
 * What waits for its best encoding. One at a time: all of a changed menu's pages at once would take
 * every thread that there is for looking up hosts, reading files and making images, too.
 */
const waiting: EncodedBody[] = [];
let isCompressing = false;

function compressBetter(body: EncodedBody): void {
  waiting.push(body);
  // What is oldest has most likely been replaced.
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

/** In memory of its own: a part of Node's pool holds 64 KB, most of it others', for as long as it is kept. */
function ownBytes(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** The same for the same bytes, on every server (RFC 9110, section 8.8.3). */
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

/** The smallest first. */
const encodings = ["br", "gzip"] as const;

/**
 * Answers a GET with the encoding that the visitor accepts, or 304 when the visitor has this body.
 */
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

/** Whether an Accept-Encoding header names a coding without refusing it by `q=0` (RFC 9110). */
function accepts(header: string, coding: string): boolean {
  return header.split(",").some((part) => {
    const [name, weight] = part.split(";").map((text) => text.trim());
    return name === coding && !/^q=0(\.0*)?$/.test(weight ?? "");
  });
}
