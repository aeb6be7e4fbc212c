import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";

/** A file by what is wrong, or right, with it. */
export type DocumentSample = { name: string; bytes: Uint8Array<ArrayBuffer> };

export const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
    ),
  );

/** Objects of a PDF written by hand, which no library would write. */
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
 * A PDF whose catalog is in a stream that does not say that it holds objects; the table of objects,
 * a stream as well, leads there. Readers find its script; who looks for objects finds another catalog.
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

/** Files of one kind that are honest, by what somebody might take for more. */
export function harmlessPdfs(): DocumentSample[] {
  const page = "9 0 obj\n<</S/GoTo/D[3 0 R/Fit]>>\nendobj\n";
  return [
    { name: "a link to a site", bytes: onPage("/A<</S/URI/URI(https://banco.example)>>") },
    {
      name: "a link written in digits",
      bytes: onPage(`/A<</S/URI/URI<${Buffer.from("https://b.example").toString("hex")}>>>`),
    },
    { name: "a link to the next page", bytes: onPage("/A<</S/Named/N/NextPage>>") },
    {
      name: "a page to begin with",
      bytes: rawPdf("1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>\nendobj\n"),
    },
    {
      name: "a page to begin with, elsewhere",
      bytes: rawPdf(`1 0 obj\n${opening}\nendobj\n`, page),
    },
    {
      name: "tags of its producer's own",
      bytes: rawPdf("9 0 obj\n<</Type/StructElem/S/Texto#20livre/P 8 0 R/K[0]>>\nendobj\n"),
    },
    {
      name: "texts that look like objects",
      bytes: rawPdf(stored(9, "", "(um objeto) Tj\n(1 0 obj [ \\( >> ) Tj ( obj ) Tj")),
    },
    {
      name: "objects in a stream of no filter",
      bytes: rawPdf(stored(9, "/Type/ObjStm/N 1/First 5", "10 0 <</Type/Metadata>>")),
    },
  ];
}

/** A file of 10 MB, made when it is sent: all of them together would take a process's memory. */
type LargeSample = { name: string; bytes: () => Uint8Array<ArrayBuffer> };

/** Files of 10 MB that cost a careless reader of PDF minutes, or all of its memory. */
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

/** As large as a file may be, and nothing wrong with it. */
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

/** Pages as programs write them: a text each, with its page and its font. */
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
