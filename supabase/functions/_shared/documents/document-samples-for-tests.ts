import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import sharp from "sharp";

/** A file by what is wrong, or right, with it. */
export type DocumentSample = { name: string; bytes: Uint8Array<ArrayBuffer> };

const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
    ),
  );

/** What no stored image may hold any more. */
export const secretsOfPhoto = ["Aparelho Secreto", "Comentario Secreto", "GPS"];

const blank = sharp({ create: { width: 48, height: 32, channels: 3, background: "#0d5457" } });

/** A photo as a phone takes it: sideways, with place and device. */
export async function photoSample(): Promise<Uint8Array<ArrayBuffer>> {
  const photo = await blank
    .clone()
    .jpeg()
    .withExif({
      IFD0: { Model: "Aparelho Secreto", ImageDescription: "Comentario Secreto" },
      IFD3: { GPSLatitudeRef: "S", GPSLatitude: "23/1 25/1 30/1", GPSMapDatum: "GPS" },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return bytesOf(photo);
}

export async function jpegSample(): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(await blank.clone().jpeg().toBuffer());
}

export async function pngSample(): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(await blank.clone().png().toBuffer());
}

/** A PDF of one page; `change` adds what the test is about. */
export async function pdfSample(
  change: (document: PDFDocument) => unknown = () => undefined,
  useObjectStreams = true,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText("Comprovante de renda");
  await change(document);
  return new Uint8Array(await document.save({ useObjectStreams }));
}

type Entries = { [name: string]: string | PDFString | Entries };

function setInCatalog(key: string, value: Entries) {
  return ({ catalog, context }: PDFDocument) => catalog.set(PDFName.of(key), context.obj(value));
}

const script = { Type: "Action", S: "JavaScript", JS: PDFString.of("app.alert(1)") };
const xmlForm = { XFA: PDFString.of("<xdp/>") };

/** Objects of a PDF written by hand, which no library would write. */
const rawPdf = (...objects: (string | Uint8Array)[]) =>
  bytesOf(
    "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n",
    ...objects,
    "\ntrailer\n<</Root 1 0 R>>\n%%EOF\n",
  );

const objectStream = (number: number, dictionary: string, unpacked: string | Uint8Array) => {
  const packed = deflateSync(unpacked);
  return bytesOf(
    `${number} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    packed,
    "\nendstream\nendobj\n",
  );
};

/** Files that are not what they seem, or are more than that; each has to be refused. */
export async function hostileSamples(): Promise<DocumentSample[]> {
  const jpeg = await jpegSample();
  const png = await pngSample();
  const pdf = await pdfSample();
  const hidden = "9 0 <</S/JavaScript/JS(app.alert(1))>>";
  const overridden = "9 0 <</Type/Metadata>>";
  const hugePng = png.slice();
  new DataView(hugePng.buffer).setUint32(16, 0x7fff_ffff);
  return [
    { name: "nothing", bytes: new Uint8Array() },
    { name: "a program named as a PDF", bytes: bytesOf("MZ\x90\0", new Uint8Array(500)) },
    { name: "a Linux program", bytes: bytesOf("\x7fELF", new Uint8Array(500)) },
    { name: "an archive", bytes: bytesOf("PK\x03\x04", new Uint8Array(500)) },
    { name: "a drawing with a script", bytes: bytesOf('<svg onload="alert(1)"/>') },
    { name: "a page", bytes: bytesOf("<!doctype html><script>alert(1)</script>") },
    { name: "a page that a PDF follows", bytes: bytesOf("<script>alert(1)</script>\n", pdf) },
    { name: "an animation", bytes: bytesOf("GIF89a", new Uint8Array(100)) },
    { name: "a picture of another kind", bytes: bytesOf("RIFF\x24\0\0\0WEBPVP8 ") },
    { name: "a shell script", bytes: bytesOf("#!/bin/sh\nrm -rf /\n") },
    { name: "text", bytes: bytesOf("Sou um documento, pode confiar.") },
    { name: "a JPEG's beginning alone", bytes: bytesOf("\xff\xd8\xff") },
    { name: "a JPEG's beginning before a page", bytes: bytesOf("\xff\xd8\xff<script>") },
    { name: "half a JPEG", bytes: jpeg.slice(0, jpeg.length / 2) },
    { name: "a PNG's beginning alone", bytes: png.slice(0, 8) },
    { name: "half a PNG", bytes: png.slice(0, png.length / 2) },
    { name: "a PNG of 2 billion columns", bytes: hugePng },
    { name: "a PDF's beginning alone", bytes: bytesOf("%PDF-1.7\n") },
    { name: "half a PDF", bytes: pdf.slice(0, 60) },
    {
      name: "a PDF that runs a script at once",
      bytes: await pdfSample(setInCatalog("OpenAction", script)),
    },
    {
      name: "a PDF with a named script",
      bytes: await pdfSample((made) => made.addJavaScript("a", "app.alert(1)")),
    },
    {
      name: "a PDF with a file in it",
      bytes: await pdfSample((made) => made.attach(jpeg, "foto.jpg")),
    },
    {
      name: "a PDF that starts a program",
      bytes: await pdfSample(
        setInCatalog("AA", { WC: { S: "Launch", F: PDFString.of("cmd.exe") } }),
      ),
    },
    {
      name: "a PDF that opens an address",
      bytes: await pdfSample(
        setInCatalog("OpenAction", { S: "URI", URI: PDFString.of("https://evil.example") }),
      ),
    },
    {
      name: "a PDF that sends a form",
      bytes: await pdfSample(setInCatalog("OpenAction", { S: "SubmitForm" }), false),
    },
    { name: "a PDF with an XML form", bytes: await pdfSample(setInCatalog("AcroForm", xmlForm)) },
    {
      name: "a PDF with media",
      bytes: await pdfSample(setInCatalog("Extra", { Subtype: "RichMedia" })),
    },
    {
      name: "a PDF whose script is spelled otherwise",
      bytes: rawPdf("9 0 obj\n<</S/Java#53cript/#4aS(app.alert(1))>>\nendobj\n"),
    },
    {
      name: "a PDF whose script a later version replaces",
      bytes: rawPdf(
        objectStream(5, "/Type/ObjStm/N 1/First 4", hidden),
        objectStream(6, "/Type/ObjStm/N 1/First 4", overridden),
      ),
    },
    {
      name: "a PDF that says elsewhere what its parts are",
      bytes: rawPdf(
        objectStream(5, "/Type 7 0 R/N 1/First 4", hidden),
        "7 0 obj\n/ObjStm\nendobj\n",
      ),
    },
    {
      name: "a PDF that unpacks to 100 MB",
      bytes: rawPdf(objectStream(5, "/Type/ObjStm/N 1/First 4", new Uint8Array(100 * 1024 * 1024))),
    },
    {
      name: "a protected PDF",
      bytes: await pdfSample((made) => made.encrypt({ userPassword: "x", ownerPassword: "y" })),
    },
  ];
}
