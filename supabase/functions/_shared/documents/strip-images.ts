import { joinBytes } from "../join-bytes.ts";
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
 * the orientation. Adds an end that is missing. Decodes no pixels, because decoding a photo of 12 megapixels would use
 * up the 2 s of processor time of a hosted function. @throws UnfitFile for a JPEG of which more than its end is missing
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [Uint8Array.of(0xff, marker.start)];
  let hasFrame = false;
  let hasScan = false;
  let place = 2;
  for (;;) {
    // A JPEG may have any number of fill bytes (0xff) before a marker.
    while (bytes[place] === 0xff && bytes[place + 1] === 0xff) place += 1;
    if (hasScan && isCutAt(bytes, place)) {
      if (!isNearlyWhole(kept)) throw brokenImage();
      kept.push(Uint8Array.of(0xff, marker.end));
      return joinBytes(kept);
    }
    if (bytes[place] !== 0xff || kept.length > mostParts) throw brokenImage();
    const code = bytes[place + 1] ?? 0;
    if (code === marker.end) {
      if (!hasFrame || kept.length < 4) throw brokenImage();
      kept.push(Uint8Array.of(0xff, marker.end));
      return joinBytes(kept);
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
      hasScan = true;
      continue;
    } else if (isNeeded(code)) kept.push(segment);
    place = end;
  }
}

/** Tells whether the file ends before the segment at this place does. */
function isCutAt(bytes: Uint8Array, place: number): boolean {
  if (bytes[place + 1] === marker.end) return false;
  const length = ((bytes[place + 2] ?? 0) << 8) | (bytes[place + 3] ?? 0);
  return place + 4 > bytes.length || place + 2 + length > bytes.length;
}

/**
 * Returns the place of the first marker after the scan data, or of the end of a truncated file. In scan data, 0 or a
 * restart marker follows each 0xff.
 */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let place = bytes.indexOf(0xff, from); place !== -1; place = bytes.indexOf(0xff, place)) {
    const next = bytes[place + 1];
    if (next === undefined) break;
    if (next === 0xff) place += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) place += 2;
    else return place;
  }
  return bytes.length;
}

/**
 * Tells whether at most the last twentieth of a truncated JPEG is missing, or its last row of blocks. Counts the blocks
 * of a picture that is stored from top to bottom. A picture that is stored in steps must have its first step.
 */
function isNearlyWhole(segments: readonly Uint8Array[]): boolean {
  const frame = segments.find((segment) => isFrame(segment[1] ?? 0)) ?? new Uint8Array();
  const scans = segments.filter((segment) => segment[1] === marker.scan);
  const scan = scans.at(-1) ?? new Uint8Array();
  if (scans.length > 1) return true;
  if (frame[1] !== 0xc0 && frame[1] !== 0xc1) return false;
  const tables = readTables(segments.filter((segment) => segment[1] === 0xc4));
  const count = scan[4] ?? 0;
  const parts = Array.from({ length: count }, (_part, index) => {
    const [id, choice = 0] = scan.subarray(5 + 2 * index);
    const place = [10, 13, 16, 19].find((at) => frame[at] === id) ?? 0;
    const size = frame[place + 1] ?? 0x11;
    return {
      wide: size >> 4,
      high: size & 15,
      dc: tables.get(choice >> 4),
      ac: tables.get(0x10 | (choice & 15)),
    };
  });
  const [height = 0, width = 0] = [5, 7].map(
    (at) => ((frame[at] ?? 0) << 8) | (frame[at + 1] ?? 0),
  );
  const isSingle = parts.length === 1;
  const unit = (side: "wide" | "high") =>
    8 * (isSingle ? 1 : Math.max(1, ...parts.map((part) => part[side])));
  const inRow = Math.ceil(width / unit("wide"));
  const wanted = inRow * Math.ceil(height / unit("high"));
  const blocks = parts.flatMap(({ wide, high, dc, ac }) =>
    Array.from({ length: isSingle ? 1 : wide * high }, () => ({ dc, ac })),
  );
  const data = scan.subarray(2 + (((scan[2] ?? 0) << 8) | (scan[3] ?? 0)));
  const units = partsBetweenRestarts(data).reduce((sum, part) => sum + countUnits(part, blocks), 0);
  return units >= wanted - Math.max(inRow, wanted / 20);
}

/** Code table of a JPEG: for the next 16 bits, the length of the code (upper byte) and its value. */
type CodeTable = Uint16Array;

function readTables(segments: readonly Uint8Array[]): Map<number, CodeTable> {
  const tables = new Map<number, CodeTable>();
  for (const segment of segments) {
    for (let at = 4; at + 17 <= segment.length;) {
      const table = new Uint16Array(65_536);
      tables.set(segment[at] ?? 0, table);
      const counts = segment.subarray(at + 1, at + 17);
      at += 17;
      let next = 0;
      for (const [index, count] of counts.entries()) {
        const span = 1 << (15 - index);
        for (let code = 0; code < count; code++, at++, next += span) {
          table.fill(((index + 1) << 8) | (segment[at] ?? 0), next, next + span);
        }
      }
    }
  }
  return tables;
}

/** Splits scan data at its restart markers. The codes begin anew after each marker. */
function partsBetweenRestarts(data: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let place = data.indexOf(0xff); place !== -1; place = data.indexOf(0xff, place + 2)) {
    if ((data[place + 1] ?? 0) === 0 || data[place + 1] === 0xff) continue;
    parts.push(data.subarray(from, place));
    from = place + 2;
  }
  return [...parts, data.subarray(from)];
}

type Block = { dc: CodeTable | undefined; ac: CodeTable | undefined };

/** Counts the complete units of scan data. A unit has one block or several, which `blocks` lists. */
function countUnits(data: Uint8Array, blocks: readonly Block[]): number {
  let [at, bits, have, units] = [0, 0, 0, 0];
  const fill = (wanted: number) => {
    for (; have < wanted; have += 8) {
      const byte = data[at++] ?? 0;
      bits = (bits << 8) | byte;
      if (byte === 0xff && data[at] === 0) at++;
    }
  };
  const take = (count: number) => {
    fill(count);
    have -= count;
  };
  const next = (table: CodeTable | undefined) => {
    fill(16);
    const found = table?.[(bits >>> (have - 16)) & 0xffff] ?? 0;
    have -= found >> 8;
    return found;
  };
  const readBlock = ({ dc, ac }: Block) => {
    const first = next(dc);
    take(first & 15);
    if (first === 0) return false;
    for (let place = 1; place < 64; place++) {
      const found = next(ac);
      if (found === 0) return false;
      const [run, size] = [(found >> 4) & 15, found & 15];
      if (size === 0 && run < 15) return true;
      place += run;
      take(size);
    }
    return true;
  };
  while (at - (have >> 3) < data.length) {
    if (!blocks.every(readBlock)) return units;
    if (at - (have >> 3) <= data.length) units++;
  }
  return units;
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
    if (name === "IEND" && seen.has("IDAT")) return joinBytes(kept);
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
