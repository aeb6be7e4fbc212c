import { LRUCache } from "lru-cache";
import { z } from "zod";
import { imageWidths, parseImageReference, previewFile } from "../../content/images.tsx";
import { plainReply, transportHeaders } from "../http/security-headers.ts";
import type { UsedImages } from "./used-images.ts";

const MAX_CACHE_BYTES = 96 * 1024 * 1024;
const MAX_IMAGE_BYTES = 12 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 10_000;
/** A failure is not asked for again before that, however many ask. */
const FAILURE_TTL_MS = 5_000;
const MISSING_TTL_MS = 60_000;

interface FetchedImage {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}
type CachedImage = FetchedImage | { failure: "missing" | "unavailable" };

export interface ContentImages {
  /**
   * Answers an image that published content shows, in a whitelisted size and in no other part
   * than content shows. Anything else answers 404; a failing image service answers 502.
   */
  respond(assetName: string, file: string, rect: string | undefined): Promise<Response>;
}

/** Serves Sanity's images from our own origin, each made and fetched once. */
export function createContentImages(imageService: string, used: UsedImages): ContentImages {
  const cache = new LRUCache<string, CachedImage>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (image) => ("failure" in image ? 1 : image.bytes.byteLength),
    // A visitor who leaves must not cancel the image for the others who wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(url, _stale, { options }) {
      const image = await fetchImage(url).catch(() => ({ failure: "unavailable" }) as const);
      if ("failure" in image) {
        options.ttl = image.failure === "missing" ? MISSING_TTL_MS : FAILURE_TTL_MS;
      }
      return image;
    },
  });

  return {
    async respond(assetName, file, rect) {
      const source = imageSource(assetName, file, rect);
      if (!source) return plainReply("Imagem não encontrada", 404);
      const isUsed = await used.has(assetName, rect).catch(() => null);
      if (isUsed === false) return plainReply("Imagem não encontrada", 404);
      const image = isUsed ? await cache.fetch(`${imageService}/${source}`) : undefined;
      if (!image || "failure" in image) {
        return image?.failure === "missing"
          ? plainReply("Imagem não encontrada", 404)
          : plainReply("Imagem indisponível", 502);
      }
      return new Response(image.bytes, { headers: imageHeaders(image.type) });
    },
  };
}

async function fetchImage(url: string): Promise<CachedImage> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (response.status === 404 || response.status === 400) return { failure: "missing" };
  if (!response.ok) throw new Error(`Image service answered ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  // A proxy's page with status 200 would be kept as an image for a year.
  if (!type.startsWith("image/")) throw new Error(`Image service answered ${type}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw new Error("Image is too large");
  return { bytes, type };
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
