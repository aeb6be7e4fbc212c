import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";

/** Sample file. The name says what is unusual about the file. */
export type DocumentSample = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** Turns an object of names and bytes into a list of samples. */
export const samplesOf = (samples: Record<string, DocumentSample["bytes"]>): DocumentSample[] =>
  Object.entries(samples).map(([name, bytes]) => ({ name, bytes }));

export const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
    ),
  );

/** Builds a PDF from raw objects, because PDF libraries would not write these unusual objects. */
export const rawPdf = (...objects: (string | Uint8Array)[]) =>
  bytesOf(
    "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n",
    ...objects,
    "\ntrailer\n<</Root 1 0 R>>\n%%EOF\n",
  );

export const objectStream = (number: number, dictionary: string, unpacked: string | Uint8Array) => {
  const packed = deflateSync(unpacked);
  return bytesOf(
    `${number} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    packed,
    "\nendstream\nendobj\n",
  );
};

export const opening = "<</Type/Catalog/Pages 2 0 R/OpenAction 9 0 R>>";
export const onPage = (annotation: string) =>
  rawPdf(`9 0 obj\n<</Subtype/Link${annotation}>>\nendobj\n`);
export const stored = (number: number, dictionary: string, content: string) =>
  `${number} 0 obj\n<<${dictionary}/Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`;

/**
 * Creates a PDF whose object table points to a catalog with a script, in a stream that is not declared as an object
 * stream. PDF readers run the script, but a program that searches the bytes for objects finds another, harmless
 * catalog.
 */
export function scriptBehindTable(): Uint8Array<ArrayBuffer> {
  const head =
    "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n";
  const catalog = "1 0 <</Type/Catalog/Pages 2 0 R/OpenAction<</S/#4aavaScript/J#53(app.alert)>>>>";
  const holder = objectStream(3, "/N 1/First 4", catalog);
  const table = head.length + holder.length;
  const rows = [
    [0, 0, 255],
    [2, 3, 0],
    [1, head.indexOf("2 0 obj"), 0],
    [1, head.length, 0],
    [1, table, 0],
  ].flatMap(([kind = 0, place = 0, index = 0]) => [kind, place >> 8, place & 255, index]);
  return bytesOf(
    head,
    holder,
    objectStream(4, "/Type/XRef/Size 5/W[1 2 1]/Root 1 0 R", Uint8Array.from(rows)),
    `startxref\n${table}\n%%EOF\n`,
  );
}

/** Returns harmless files with content that looks suspicious. They must be accepted. */
export function harmlessPdfs(): DocumentSample[] {
  const page = "9 0 obj\n<</S/GoTo/D[3 0 R/Fit]>>\nendobj\n";
  return samplesOf({
    "a link to a site": onPage("/A<</S/URI/URI(https://banco.example)>>"),
    "a link written in digits": onPage(
      `/A<</S/URI/URI<${Buffer.from("https://b.example").toString("hex")}>>>`,
    ),
    "a link to the next page": onPage("/A<</S/Named/N/NextPage>>"),
    "a page to begin with": rawPdf(
      "1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>\nendobj\n",
    ),
    "a page to begin with, elsewhere": rawPdf(`1 0 obj\n${opening}\nendobj\n`, page),
    "tags of its producer's own": rawPdf(
      "9 0 obj\n<</Type/StructElem/S/Texto#20livre/P 8 0 R/K[0]>>\nendobj\n",
    ),
    "texts that look like objects": rawPdf(
      stored(9, "", "(um objeto) Tj\n(1 0 obj [ \\( >> ) Tj ( obj ) Tj"),
    ),
    "objects in a stream of no filter": rawPdf(
      stored(9, "/Type/ObjStm/N 1/First 5", "10 0 <</Type/Metadata>>"),
    ),
  });
}

/**
 * Sample of 10 MB. The bytes are created only when a test needs the sample, because all samples together would fill the
 * memory.
 */
type LargeSample = { name: string; bytes: () => Uint8Array<ArrayBuffer> };

/** Returns files of 10 MB on which a PDF reader without limits would spend minutes or all memory. */
export function largeHostilePdfs(): LargeSample[] {
  const shapes = {
    "objects of garbage": "1 0 obj\n@\n",
    "dictionaries that never end": "<<",
    "objects that never end": "1 0 obj <<",
    "texts that never end": "1 0 obj (",
    "arrays in arrays": "1 0 obj [",
    "hexadecimal texts that never end": "1 0 obj <",
    "empty objects": "1 0 obj<<>>",
    "streams that never end": "1 0 obj<<>>stream\n",
    "packed streams that never end": "1 0 obj<</First 1/N 1/Filter/FlateDecode>>stream\n",
    "trailers that never end": "trailer<<",
    "ends of objects": "endobj ",
    comments: "1 0 obj%",
  };
  return Object.entries(shapes).map(([name, shape]) => ({
    name: `10 MB of ${name}`,
    bytes: () => bytesOf("%PDF-1.7\n", shape.repeat(Math.floor(9_900_000 / shape.length))),
  }));
}

/** Returns ordinary files of the largest allowed size. They must be accepted. */
export function largeHonestPdfs(): LargeSample[] {
  const large = 9_900_000;
  return [
    { name: "9.9 MB of small objects", bytes: () => smallObjects(large, false) },
    { name: "9.9 MB of small objects, packed", bytes: () => smallObjects(large, true) },
    {
      name: "9.9 MB of a scan",
      bytes: () => {
        const scan = new Uint8Array(large - 1_000);
        for (let at = 0; at < scan.length; at += 65_536) {
          crypto.getRandomValues(scan.subarray(at, at + 65_536));
        }
        return rawPdf(
          `9 0 obj\n<</Type/XObject/Subtype/Image/Filter/DCTDecode/Length ${scan.length}>>\nstream\n`,
          scan,
          "\nendstream\nendobj\n",
        );
      },
    },
  ];
}

/** Creates many small objects like those of an ordinary PDF: for each page, a page object, a text and a font. */
function smallObjects(length: number, isPacked: boolean): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let written = 0;
  let number = 3;
  const write = (part: string | Uint8Array) => {
    parts.push(typeof part === "string" ? Buffer.from(part) : part);
    written += part.length;
  };
  while (written < length - 20_000) {
    const objects: [number: number, object: string][] = [];
    for (let page = 0; page < 50; page++) {
      const [text, sheet, font] = [number++, number++, number++];
      write(objectStream(text, "", `q BT /F1 24 Tf 24 100 Td (Comprovante ${text}) Tj ET Q`));
      objects.push(
        [
          sheet,
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F${text} ${font} 0 R>>/XObject<<>>>>/Contents[${text} 0 R]/Annots[]>>`,
        ],
        [font, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"],
      );
    }
    if (!isPacked) {
      for (const [id, object] of objects) write(`${id} 0 obj\n${object}\nendobj\n`);
      continue;
    }
    const places: string[] = [];
    let content = "";
    for (const [id, object] of objects) {
      places.push(`${id} ${content.length}`);
      content += `${object}\n`;
    }
    const head = `${places.join(" ")} `;
    const dictionary = `/Type/ObjStm/N ${objects.length}/First ${head.length}`;
    write(objectStream(number++, dictionary, head + content));
  }
  return rawPdf(Buffer.concat(parts));
}
