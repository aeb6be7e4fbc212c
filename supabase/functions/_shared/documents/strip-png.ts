import { concatenate } from "./strip-jpeg.ts";
import { brokenImage, checkDimensions, mostParts } from "./unfit-file.ts";

/** What makes up the picture and its colours; everything else only comes along. */
const needed = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"]);

/**
 * The same picture without texts, times, Exif data, further frames, and whatever stands behind
 * its end. @throws UnfitFile for what is no whole PNG.
 */
export function stripPng(bytes: Uint8Array): Uint8Array {
  const kept = [bytes.subarray(0, 8)];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const seen = new Set<string>();
  for (let place = 8; place + 12 <= bytes.length;) {
    const length = view.getUint32(place);
    const end = place + 12 + length;
    if (end > bytes.length || kept.length > mostParts) break;
    const name = String.fromCharCode(...bytes.subarray(place + 4, place + 8));
    if (seen.size === 0) {
      if (name !== "IHDR" || length !== 13) break;
      checkDimensions(view.getUint32(place + 8), view.getUint32(place + 12));
    }
    seen.add(name);
    if (needed.has(name)) kept.push(bytes.subarray(place, end));
    if (name === "IEND" && seen.has("IDAT")) return concatenate(kept);
    place = end;
  }
  throw brokenImage();
}
