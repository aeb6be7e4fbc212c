import { LRUCache } from "lru-cache";
import { z } from "zod";
import { imageWidths, parseImageReference, previewFile } from "../../content/images.tsx";
import { plainReply, transportHeaders } from "../http/security-headers.ts";
import type { IsUsedImage } from "./used-images.ts";

const MAX_CACHE_BYTES = 96 * 1024 * 1024;
const MAX_IMAGE_BYTES = 12 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 10_000;
/** Waiting time before an image is requested again after a failure. */
const FAILURE_TTL_MS = 5_000;
const MISSING_TTL_MS = 60_000;

interface FetchedImage {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}
type CachedImage = FetchedImage | { failure: "missing" | "unavailable" };

/** Answers with an image in an allowed size and a published crop, otherwise with 404. A failing service gives 502. */
export type AnswerImage = (
  assetName: string,
  file: string,
  rect: string | undefined,
) => Promise<Response>;

/** Serves the images of Sanity from the site's own origin. Cached images are not fetched again. */
export function createContentImages(imageService: string, isUsed: IsUsedImage): AnswerImage {
  const cache = new LRUCache<string, CachedImage>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (image) => ("failure" in image ? 1 : image.bytes.byteLength),
    // The loading goes on when a visitor leaves, because other visitors may wait for the image.
    ignoreFetchAbort: true,
    async fetchMethod(url, _stale, { options }) {
      const image = await fetchImage(url).catch(() => ({ failure: "unavailable" }) as const);
      if ("failure" in image) {
        options.ttl = image.failure === "missing" ? MISSING_TTL_MS : FAILURE_TTL_MS;
      }
      return image;
    },
  });

  return async (assetName, file, rect) => {
    const source = imageSource(assetName, file, rect);
    if (!source) return plainReply("Imagem não encontrada", 404);
    const isKnown = await isUsed(assetName, rect).catch(() => null);
    if (isKnown === false) return plainReply("Imagem não encontrada", 404);
    const image = isKnown ? await cache.fetch(`${imageService}/${source}`) : undefined;
    if (!image || "failure" in image) {
      return image?.failure === "missing"
        ? plainReply("Imagem não encontrada", 404)
        : plainReply("Imagem indisponível", 502);
    }
    return new Response(image.bytes, { headers: imageHeaders(image.type) });
  };
}

async function fetchImage(url: string): Promise<CachedImage> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (response.status === 404 || response.status === 400) return { failure: "missing" };
  if (!response.ok) throw new Error(`Image service answered ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  // A proxy may answer with an HTML page and status 200, which must not be cached as an image for a year.
  if (!type.startsWith("image/")) throw new Error(`Image service answered ${type}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw new Error("Image is too large");
  return { bytes, type };
}

/** Parameters of the image service for an image in a link preview. */
const PREVIEW = { w: "1200", h: "630", fit: "crop", fm: "jpg", q: "82" };
const RESIZED = { q: "70", fit: "max", fm: "webp" };

const rectSchema = z
  .string()
  .regex(/^\d{1,5},\d{1,5},[1-9]\d{0,4},[1-9]\d{0,4}$/)
  .optional();

/** Returns the image's path and parameters at the image service. Returns null when the HTTP request is invalid. */
function imageSource(assetName: string, file: string, rect: string | undefined): string | null {
  const asset = parseImageReference(`image-${assetName}`);
  const crop = rectSchema.safeParse(rect);
  if (!asset || !crop.success) return null;
  const original = `${assetName.slice(0, -asset.extension.length - 1)}.${asset.extension}`;
  if (asset.extension === "svg") return file === "original.svg" ? original : null;

  const width = imageWidths.find((candidate) => file === `${candidate}.webp`);
  const size = file === previewFile ? PREVIEW : width && { w: String(width), ...RESIZED };
  if (!size) return null;
  return `${original}?${new URLSearchParams({ ...(crop.data && { rect: crop.data }), ...size })}`;
}

function imageHeaders(type: string): Record<string, string> {
  return {
    "content-type": type,
    // The file name contains a hash of the content, so the image at this URL never changes.
    "cache-control": "public, max-age=31536000, immutable",
    ...transportHeaders,
    // An SVG file that is opened directly must not run scripts on our origin.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
}
