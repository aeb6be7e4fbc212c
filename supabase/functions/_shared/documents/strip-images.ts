import { brokenImage, checkDimensions, mostParts } from "./unfit-file.ts";

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, exif: 0xe1, adobe: 0xee } as const;

/** Tells whether a JPEG segment is needed to draw the picture. Frame headers and tables are needed. */
function isNeeded(code: number): boolean {
  return (code >= 0xc0 && code <= 0xcf && code !== 0xc8) || (code >= 0xdb && code <= 0xdf);
}
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/**
 * Returns the JPEG without metadata (place, time, device, thumbnails, comments) and without bytes after its end. Keeps
 * the orientation. Decodes no pixels, because decoding a photo of 12 megapixels would use up the 2 s of processor time
 * of a hosted function. @throws UnfitFile for an incomplete JPEG.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [Uint8Array.of(0xff, marker.start)];
  let hasFrame = false;
  let place = 2;
  for (;;) {
    if (bytes[place] !== 0xff || kept.length > mostParts) throw brokenImage();
    // A JPEG may have any number of fill bytes (0xff) before a marker.
    while (bytes[place + 1] === 0xff) place += 1;
    const code = bytes[place + 1] ?? 0;
    if (code === marker.end) {
      if (!hasFrame || kept.length < 4) throw brokenImage();
      kept.push(Uint8Array.of(0xff, marker.end));
      return concatenate(kept);
    }
    const length = ((bytes[place + 2] ?? 0) << 8) | (bytes[place + 3] ?? 0);
    const end = place + 2 + length;
    if (length < 2 || end > bytes.length || code < 0xc0) throw brokenImage();
    const segment = bytes.subarray(place, end);
    if (isFrame(code)) {
      const [height = 0, width = 0] = [5, 7].map(
        (at) => ((segment[at] ?? 0) << 8) | (segment[at + 1] ?? 0),
      );
      checkDimensions(width, height);
      hasFrame = true;
    }
    const orientation = code === marker.exif ? orientationOf(segment.subarray(4)) : undefined;
    if (orientation !== undefined) kept.push(orientationSegment(orientation));
    // Adobe's segment has 12 bytes of data, which say how the colours are stored.
    else if (code === marker.adobe && length === 14) kept.push(segment);
    else if (code === marker.scan) {
      if (!hasFrame) throw brokenImage();
      const scanEnd = endOfScan(bytes, end);
      kept.push(bytes.subarray(place, scanEnd));
      place = scanEnd;
      continue;
    } else if (isNeeded(code)) kept.push(segment);
    place = end;
  }
}

/** Returns the place of the first marker after the scan data. In scan data, 0 or a restart marker follows each 0xff. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let place = bytes.indexOf(0xff, from); place !== -1; place = bytes.indexOf(0xff, place)) {
    const next = bytes[place + 1];
    if (next === undefined) break;
    if (next === 0xff) place += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) place += 2;
    else return place;
  }
  throw brokenImage();
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.byteLength;
  }
  return whole;
}

/** PNG chunks that are needed to draw the picture with its colours. */
const needed = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"]);

/** Returns the PNG without metadata, animation frames and trailing bytes. @throws UnfitFile if incomplete. */
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

const heading = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** Reads the camera's orientation (1 to 8) from a segment's Exif data. Returns undefined without an orientation. */
function orientationOf(data: Uint8Array): number | undefined {
  if (heading.some((byte, place) => data[place] !== byte)) return undefined;
  const tiff = new DataView(data.buffer, data.byteOffset + 6, data.byteLength - 6);
  if (tiff.byteLength < 14) return undefined;
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return undefined;
  const entries = tiff.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry++) {
    const place = directory + 2 + entry * 12;
    if (place + 12 > tiff.byteLength) return undefined;
    if (tiff.getUint16(place, isLittle) !== 0x0112) continue;
    const value = tiff.getUint16(place + 8, isLittle);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

function orientationSegment(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return Uint8Array.from([0xff, 0xe1, 0, 34, ...heading, ...tiff, ...entry]);
}
