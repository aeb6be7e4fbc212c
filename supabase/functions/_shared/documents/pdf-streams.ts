import { Unzlib } from "fflate";
import { joinBytes } from "../join-bytes.ts";
import {
  type Budget,
  isSpace,
  latin,
  type PdfDict,
  type PdfReader,
  type PdfValue,
  Unreadable,
} from "./read-pdf.ts";

/** Creates the limits on the work for one file. An ordinary file of 9.9 MB uses a third of each limit. */
export const newBudget = (): Budget => ({
  bytes: 64 * 1024 * 1024,
  unpacked: 24 * 1024 * 1024,
  objects: 300_000,
});

/** Counts an object. @throws Unreadable when the file has too many */
export function countObject(budget: Budget): void {
  if (--budget.objects < 0) throw new Unreadable();
}

/**
 * Finds the data of a stream, where `place` follows the word "stream". Searches for the end when the declared length is
 * missing or wrong; `isExact` tells whether it is right.
 */
export function findStream(reader: PdfReader, place: number, length: PdfValue | undefined) {
  const { bytes } = reader;
  let from = place;
  if (bytes[from] === 13) from++;
  if (bytes[from] === 10) from++;
  if (typeof length === "number" && endsAt(bytes, from + length)) {
    return { from, to: from + length, isExact: true };
  }
  let to = from;
  while (to < bytes.length && !endsAt(bytes, to)) to++;
  reader.spend(to - from);
  return { from, to, isExact: false };
}

/** Reads the numbers and places of the objects in an unpacked stream, which begins with these pairs. @throws Unreadable */
export function readObjectPlaces(reader: PdfReader, { entries }: PdfDict, budget: Budget) {
  const [first, count] = [entries.get("First"), entries.get("N")];
  if (typeof first !== "number" || typeof count !== "number") throw new Unreadable();
  const places: { number: number; from: number }[] = [];
  for (let index = 0; index < count; index++) {
    countObject(budget);
    const [number, place] = [reader.value(), reader.value()];
    if (typeof number !== "number" || typeof place !== "number") throw new Unreadable();
    places.push({ number, from: first + place });
  }
  return { first, places };
}

const slice = 16 * 1024;

/** Unpacks a stream. @throws Unreadable when the budget is used up or the stream is truncated. */
export function inflate(packed: Uint8Array, budget: Budget): Uint8Array {
  const parts: Uint8Array[] = [];
  const unzip = new Unzlib((part) => {
    budget.unpacked -= part.byteLength;
    if (budget.unpacked < 0) throw new Unreadable();
    parts.push(part);
  });
  try {
    // The stream is unpacked in slices, because otherwise the budget would be checked only after the whole stream.
    for (let place = 0; place < packed.length; place += slice) {
      unzip.push(packed.subarray(place, place + slice), place + slice >= packed.length);
    }
  } catch {
    throw new Unreadable();
  }
  return joinBytes(parts);
}

/** Tells whether the data of a stream may end at this place, before spaces and the word "endstream". */
export function endsAt(bytes: Uint8Array, place: number): boolean {
  let at = place;
  while (at < place + 4 && isSpace(bytes[at])) at++;
  return bytes[at] === 0x65 && latin(bytes.subarray(at, at + 9)) === "endstream";
}
