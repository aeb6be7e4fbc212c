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
  samplesOf,
  scriptBehindTable,
  stored,
} from "./pdf-samples-for-tests.ts";

/** Texts from the sample photo's metadata. No stored image may contain these texts. */
export const secretsOfPhoto = ["Aparelho Secreto", "Comentario Secreto", "GPS"];

const blank = sharp({ create: { width: 48, height: 32, channels: 3, background: "#0d5457" } });

/** Creates a photo like one from a phone: turned sideways, with metadata about place and device. */
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

/** Creates a one-page PDF. `change` adds the content that a test needs. */
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

/** Creates files that pretend to be another type or hide extra content. Each must be refused. */
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
  return samplesOf({
    nothing: new Uint8Array(),
    "a program named as a PDF": bytesOf("MZ\x90\0", new Uint8Array(500)),
    "a Linux program": bytesOf("\x7fELF", new Uint8Array(500)),
    "an archive": bytesOf("PK\x03\x04", new Uint8Array(500)),
    "a drawing with a script": bytesOf('<svg onload="alert(1)"/>'),
    "a page": bytesOf("<!doctype html><script>alert(1)</script>"),
    "a page that a PDF follows": bytesOf("<script>alert(1)</script>\n", pdf),
    "an animation": bytesOf("GIF89a", new Uint8Array(100)),
    "a picture of another kind": bytesOf("RIFF\x24\0\0\0WEBPVP8 "),
    "a shell script": bytesOf("#!/bin/sh\nrm -rf /\n"),
    text: bytesOf("Sou um documento, pode confiar."),
    "a JPEG's beginning alone": bytesOf("\xff\xd8\xff"),
    "a JPEG's beginning before a page": bytesOf("\xff\xd8\xff<script>"),
    "half a JPEG": jpeg.slice(0, jpeg.length / 2),
    "a PNG's beginning alone": png.slice(0, 8),
    "half a PNG": png.slice(0, png.length / 2),
    "a PNG of 2 billion columns": hugePng,
    "a PDF's beginning alone": bytesOf("%PDF-1.7\n"),
    "half a PDF": pdf.slice(0, 60),
    "a PDF that runs a script at once": await pdfSample(setInCatalog("OpenAction", script)),
    "a PDF with a named script": await pdfSample((made) => made.addJavaScript("a", "app.alert(1)")),
    "a PDF with a file in it": await pdfSample((made) => made.attach(jpeg, "foto.jpg")),
    "a PDF that starts a program": await pdfSample(
      setInCatalog("AA", { WC: { S: "Launch", F: PDFString.of("cmd.exe") } }),
    ),
    "a PDF that opens an address": await pdfSample(
      setInCatalog("OpenAction", { S: "URI", URI: PDFString.of("https://evil.example") }),
    ),
    "a PDF that sends a form": await pdfSample(
      setInCatalog("OpenAction", { S: "SubmitForm" }),
      false,
    ),
    "a PDF with an XML form": await pdfSample(setInCatalog("AcroForm", xmlForm)),
    "a PDF with media": await pdfSample(setInCatalog("Extra", { Subtype: "RichMedia" })),
    "a PDF whose script is spelled otherwise": rawPdf(
      "9 0 obj\n<</S/Java#53cript/#4aS(app.alert(1))>>\nendobj\n",
    ),
    "a PDF whose script a later version replaces": rawPdf(
      objectStream(5, "/Type/ObjStm/N 1/First 4", hidden),
      objectStream(6, "/Type/ObjStm/N 1/First 4", overridden),
    ),
    "a PDF whose types are in other objects": rawPdf(
      objectStream(5, "/Type 7 0 R/N 1/First 4", hidden),
      "7 0 obj\n/ObjStm\nendobj\n",
    ),
    "a PDF whose script only its table of objects leads to": scriptBehindTable(),
    "a PDF that asks a server for a file as soon as it is shown": rawPdf(
      "9 0 obj\n<</AA<</O<</S/GoToR/F(\\\\\\\\evil.example\\\\a)>>>>>>\nendobj\n",
    ),
    "a PDF that opens an address as soon as it is shown": rawPdf(
      "9 0 obj\n<</AA<</O<</S/URI/URI(https://evil.example)>>>>>>\nendobj\n",
    ),
    "a PDF that opens an address written elsewhere": rawPdf(
      `1 0 obj\n${opening}\nendobj\n9 0 obj\n10 0 R\nendobj\n`,
      "10 0 obj\n<</S/URI/URI(https://evil.example)>>\nendobj\n",
    ),
    "a PDF that opens an address after a page": onPage(
      "/A<</S/GoTo/D[3 0 R]/Next<</S/URI/URI(https://evil.example)>>>>",
    ),
    "a PDF with objects in a stream of a thousand properties": rawPdf(
      objectStream(
        5,
        `${Array.from({ length: 1000 }, (_key, index) => `/k${index} 0`).join("")}/N 1/First 4`,
        "9 0 <</S/Hide/T(a)>>",
      ),
    ),
    "a PDF with a name that ends twice": rawPdf("9 0 obj\n<</S/Hide#00er/P 8 0 R>>\nendobj\n"),
    "a PDF whose opening action refers to itself": rawPdf(
      `1 0 obj\n${opening}\nendobj\n9 0 obj\n9 0 R\nendobj\n`,
    ),
    "a PDF that prints": onPage("/A<</S/Named/N/Print>>"),
    "a PDF with a link to a script": onPage("/A<</S/URI/URI(javascript:1)>>"),
    "a PDF with a link to a file server": onPage("/A<</S/URI/URI(\\\\\\\\evil.example\\\\a)>>"),
    "a PDF with an unknown action": onPage("/A<</S/Novo/Alvo(x)>>"),
    "a PDF with two kinds of one action": onPage("/A<</S/GoTo/S/Thread/D[3 0 R]>>"),
    "a PDF with a kind in another object": rawPdf(
      "9 0 obj\n<</S 10 0 R/D(a)>>\nendobj\n10 0 obj\n/Thread\nendobj\n",
    ),
    "a PDF with a screen for media": rawPdf("9 0 obj\n<</Type/Annot/Subtype/Screen>>\nendobj\n"),
    "a PDF with an unknown key of its catalog": rawPdf(
      "1 0 obj\n<</Type/Catalog/Pages 2 0 R/Novo<</Abrir(x)>>>>\nendobj\n",
    ),
    "a PDF whose picture is on a server": rawPdf(
      stored(9, "/Type/XObject/Subtype/Image/F(\\\\evil.example\\a)", ""),
    ),
    "a PDF with an action in what seems to be a picture": rawPdf(
      stored(9, "/Type/XObject/Subtype/Image", "10 0 obj <</S/Hide/T(a)>> endobj"),
    ),
    "a PDF with an object within another's text": rawPdf(
      objectStream(5, "/Type/ObjStm/N 2/First 9", "9 0 10 1 (<</S/Hide/T[]>>)"),
    ),
    "a PDF that readers repair differently": rawPdf(
      "9 0 obj\n<</Type/Annot 5 (a) /Subtype/Link>>\nendobj\n",
    ),
    "a PDF that unpacks to 16 times 39 MB": rawPdf(
      ...Array.from({ length: 16 }, (_stream, index) =>
        objectStream(5 + index, "/Type/ObjStm/N 0/First 0", spaces),
      ),
    ),
    "a JPEG of a million empty parts": bytesOf("\xff\xd8", ...parts("\xff\xdb\0\x02")),
    "a PNG of a million empty parts": bytesOf(
      png.subarray(0, 33),
      ...parts("\0\0\0\0IDAT\0\0\0\0"),
    ),
    "a PDF that unpacks to 100 MB": rawPdf(
      objectStream(5, "/Type/ObjStm/N 1/First 4", new Uint8Array(100 * 1024 * 1024)),
    ),
    "a protected PDF": await pdfSample((made) =>
      made.encrypt({ userPassword: "x", ownerPassword: "y" }),
    ),
  });
}
