const heading = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** Which way a camera was held (1-8), read of a segment's Exif data; undefined when it is not said. */
export function orientationOf(data: Uint8Array): number | undefined {
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

/** A segment that says this, and nothing else. */
export function orientationSegment(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return Uint8Array.from([0xff, 0xe1, 0, 34, ...heading, ...tiff, ...entry]);
}
