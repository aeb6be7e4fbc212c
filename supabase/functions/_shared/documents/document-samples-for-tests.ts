import { Buffer } from "node:buffer";
import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import sharp from "sharp";
import {
  bytesOf,
  type DocumentSample,
  objectStream,
  onPage,
  opening,
  rawPdf,
  scriptBehindTable,
  stored,
} from "./pdf-samples-for-tests.ts";

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

/** Files that are not what they seem, or are more than that; each has to be refused. */
export async function hostileSamples(): Promise<DocumentSample[]> {
  const jpeg = await jpegSample();
  const png = await pngSample();
  const pdf = await pdfSample();
  const hidden = "9 0 <</S/JavaScript/JS(app.alert(1))>>";
  const overridden = "9 0 <</Type/Metadata>>";
  const spaces = Buffer.alloc(39 * 1024 * 1024, " ");
  const parts = (part: string) => [part.repeat(800_000)];
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
    { name: "a PDF whose script only its table of objects leads to", bytes: scriptBehindTable() },
    {
      name: "a PDF that asks a server for a file as soon as it is shown",
      bytes: rawPdf("9 0 obj\n<</AA<</O<</S/GoToR/F(\\\\\\\\evil.example\\\\a)>>>>>>\nendobj\n"),
    },
    {
      name: "a PDF that opens an address as soon as it is shown",
      bytes: rawPdf("9 0 obj\n<</AA<</O<</S/URI/URI(https://evil.example)>>>>>>\nendobj\n"),
    },
    {
      name: "a PDF that opens an address written elsewhere",
      bytes: rawPdf(
        `1 0 obj\n${opening}\nendobj\n9 0 obj\n10 0 R\nendobj\n`,
        "10 0 obj\n<</S/URI/URI(https://evil.example)>>\nendobj\n",
      ),
    },
    {
      name: "a PDF that opens an address after a page",
      bytes: onPage("/A<</S/GoTo/D[3 0 R]/Next<</S/URI/URI(https://evil.example)>>>>"),
    },
    {
      name: "a PDF with objects in a stream of a thousand properties",
      bytes: rawPdf(
        objectStream(
          5,
          `${Array.from({ length: 1000 }, (_key, index) => `/k${index} 0`).join("")}/N 1/First 4`,
          "9 0 <</S/Hide/T(a)>>",
        ),
      ),
    },
    {
      name: "a PDF with a name that ends twice",
      bytes: rawPdf("9 0 obj\n<</S/Hide#00er/P 8 0 R>>\nendobj\n"),
    },
    {
      name: "a PDF whose beginning leads in a circle",
      bytes: rawPdf(`1 0 obj\n${opening}\nendobj\n9 0 obj\n9 0 R\nendobj\n`),
    },
    { name: "a PDF that prints", bytes: onPage("/A<</S/Named/N/Print>>") },
    { name: "a PDF with a link to a script", bytes: onPage("/A<</S/URI/URI(javascript:1)>>") },
    {
      name: "a PDF with a link to a file server",
      bytes: onPage("/A<</S/URI/URI(\\\\\\\\evil.example\\\\a)>>"),
    },
    { name: "a PDF with an action that nobody knows", bytes: onPage("/A<</S/Novo/Alvo(x)>>") },
    { name: "a PDF with a kind said twice", bytes: onPage("/A<</S/GoTo/S/Thread/D[3 0 R]>>") },
    {
      name: "a PDF with a kind said elsewhere",
      bytes: rawPdf("9 0 obj\n<</S 10 0 R/D(a)>>\nendobj\n10 0 obj\n/Thread\nendobj\n"),
    },
    {
      name: "a PDF with a screen for media",
      bytes: rawPdf("9 0 obj\n<</Type/Annot/Subtype/Screen>>\nendobj\n"),
    },
    {
      name: "a PDF with a key of its document that nobody knows",
      bytes: rawPdf("1 0 obj\n<</Type/Catalog/Pages 2 0 R/Novo<</Abrir(x)>>>>\nendobj\n"),
    },
    {
      name: "a PDF whose picture is on a server",
      bytes: rawPdf(stored(9, "/Type/XObject/Subtype/Image/F(\\\\evil.example\\a)", "")),
    },
    {
      name: "a PDF with an action in what seems to be a picture",
      bytes: rawPdf(stored(9, "/Type/XObject/Subtype/Image", "10 0 obj <</S/Hide/T(a)>> endobj")),
    },
    {
      name: "a PDF with an object within another's text",
      bytes: rawPdf(objectStream(5, "/Type/ObjStm/N 2/First 9", "9 0 10 1 (<</S/Hide/T[]>>)")),
    },
    {
      name: "a PDF that every reader mends in its own way",
      bytes: rawPdf("9 0 obj\n<</Type/Annot 5 (a) /Subtype/Link>>\nendobj\n"),
    },
    {
      name: "a PDF that unpacks to 16 times 39 MB",
      bytes: rawPdf(
        ...Array.from({ length: 16 }, (_stream, index) =>
          objectStream(5 + index, "/Type/ObjStm/N 0/First 0", spaces),
        ),
      ),
    },
    {
      name: "a JPEG of a million empty parts",
      bytes: bytesOf("\xff\xd8", ...parts("\xff\xdb\0\x02")),
    },
    {
      name: "a PNG of a million empty parts",
      bytes: bytesOf(png.subarray(0, 33), ...parts("\0\0\0\0IDAT\0\0\0\0")),
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
