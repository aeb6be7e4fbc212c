import { LRUCache } from "lru-cache";
import { z } from "zod";
import { imageWidths, parseImageReference, previewFile } from "../content/image-url.ts";
import { plainReply } from "./plain-reply.ts";
import { transportHeaders } from "./security-headers.ts";

const MAX_CACHE_BYTES = 96 * 1024 * 1024;
const MAX_IMAGE_BYTES = 12 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 10_000;

interface CachedImage {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

export interface ContentImages {
  /**
   * Answers an image of the content in a whitelisted size.
   * Unknown names, sizes and crops answer 404; a failing image service answers 502.
   */
  respond(assetName: string, file: string, rect: string | undefined): Promise<Response>;
}

/** Serves Sanity's images from our own origin, each made and fetched once. */
export function createContentImages(imageService: string): ContentImages {
  const cache = new LRUCache<string, CachedImage>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
    // A visitor who leaves must not cancel the image for the others who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: fetchImage,
  });

  return {
    async respond(assetName, file, rect) {
      const source = imageSource(assetName, file, rect);
      if (!source) return plainReply("Imagem não encontrada", 404);
      try {
        const image = await cache.fetch(`${imageService}/${source}`);
        if (!image) return plainReply("Imagem não encontrada", 404);
        return new Response(image.bytes, { headers: imageHeaders(image.type) });
      } catch {
        return plainReply("Imagem indisponível", 502);
      }
    },
  };
}

async function fetchImage(url: string): Promise<CachedImage | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (response.status === 404 || response.status === 400) return undefined;
  if (!response.ok) throw new Error(`Image service answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw new Error("Image is too large");
  return { bytes, type: response.headers.get("content-type") ?? "application/octet-stream" };
}

const rectSchema = z
  .string()
  .regex(/^\d{1,5},\d{1,5},[1-9]\d{0,4},[1-9]\d{0,4}$/)
  .optional();

/** Path and parameters at the image service, or null when the request is not one of ours. */
function imageSource(assetName: string, file: string, rect: string | undefined): string | null {
  const asset = parseImageReference(`image-${assetName}`);
  const crop = rectSchema.safeParse(rect);
  if (!asset || !crop.success) return null;
  const original = `${assetName.slice(0, -asset.extension.length - 1)}.${asset.extension}`;
  if (asset.extension === "svg") return file === "original.svg" ? original : null;

  const parameters = new URLSearchParams(crop.data ? { rect: crop.data } : {});
  if (file === previewFile) {
    for (const [name, value] of Object.entries({
      w: "1200",
      h: "630",
      fit: "crop",
      fm: "jpg",
      q: "82",
    })) {
      parameters.set(name, value);
    }
  } else {
    const width = imageWidths.find((candidate) => file === `${candidate}.webp`);
    if (!width) return null;
    for (const [name, value] of Object.entries({
      w: String(width),
      q: "70",
      fit: "max",
      fm: "webp",
    })) {
      parameters.set(name, value);
    }
  }
  return `${original}?${parameters}`;
}

function imageHeaders(type: string): Record<string, string> {
  return {
    "content-type": type,
    // The name carries the content's hash.
    "cache-control": "public, max-age=31536000, immutable",
    ...transportHeaders,
    // An SVG opened by itself must not run scripts on our origin.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
}
