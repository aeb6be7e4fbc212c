import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { type EncryptionAlgorithm, type PDFDocument, PDFName } from "@cantoo/pdf-lib";
import PDFKit from "pdfkit";
import { describe, expect, it } from "vitest";
import { readPdf } from "../pdf/read-pdf-for-tests.ts";
import { cleanDocument } from "./clean-document.ts";
import { pdfSample } from "./document-samples-for-tests.ts";
import { bytesOf, rawPdf } from "./pdf-samples-for-tests.ts";

const text = "Comprovante de renda";
const title = "Salário (junho) \\ 2026";
const algorithms = ["RC4-40", "RC4-128", "AES-128", "AES-256"] as const;

/** Creates a PDF with pdf-lib that opens with `userPassword`, or without a password. */
const locked = (
  algorithm: EncryptionAlgorithm,
  { change = (_made: PDFDocument): unknown => undefined, userPassword = "", packed = false } = {},
) =>
  pdfSample(async (made) => {
    await change(made);
    made.encrypt({
      userPassword,
      ownerPassword: "dona",
      permissions: { printing: false },
      algorithm,
      allowWeakCryptography: true,
    });
  }, packed);

/** Creates a PDF with PDFKit, whose version chooses the encryption. */
async function lockedByPdfKit(pdfVersion: "1.3" | "1.4" | "1.6" | "1.7" | "1.7ext3") {
  const made = new PDFKit({
    pdfVersion,
    ownerPassword: "dona",
    permissions: { copying: false },
    // The parentheses and the accent test the strings outside streams.
    info: { Title: title },
  });
  const parts: Buffer[] = [];
  made.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => made.on("end", resolve));
  made.text(text).end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

async function expectOpened(bytes: Uint8Array<ArrayBuffer>) {
  expect(Buffer.from(bytes).includes("/Encrypt")).toBe(true);
  const opened = cleanDocument(bytes);
  expect(opened.type).toBe("application/pdf");
  expect(Buffer.from(opened.bytes).includes("/Encrypt")).toBe(false);
  const { pages, lines, title: read } = await readPdf(opened.bytes);
  expect({ pages, lines }).toEqual({ pages: 1, lines: [text] });
  return read;
}

describe("a PDF that opens without a password", () => {
  it.each(
    algorithms.flatMap((algorithm) => [false, true].map((packed) => ({ algorithm, packed }))),
  )(
    "is stored without its encryption ($algorithm, object streams: $packed)",
    async ({ algorithm, packed }) => {
      await expectOpened(await locked(algorithm, { packed }));
    },
  );

  it.each(["1.3", "1.4", "1.6", "1.7ext3"] as const)(
    "is stored without its encryption (PDFKit, version %s)",
    async (version) => expect(await expectOpened(await lockedByPdfKit(version))).toBe(title),
  );

  it("is refused when it has a script", async () => {
    const change = (made: PDFDocument) => made.addJavaScript("a", "app.alert(1)");
    for (const packed of [true, false]) {
      const bytes = await locked("AES-256", { change, packed });
      expect(() => cleanDocument(bytes)).toThrow("programas, formulários ou anexos");
    }
  });

  it("is refused when its objects unpack to 100 MB, and says that it is protected", async () => {
    const change = ({ catalog, context }: PDFDocument) => {
      const entries = { Type: "Outros", N: 1, First: 4, Filter: "FlateDecode" };
      const packed = deflateSync(new Uint8Array(100 * 1024 * 1024));
      // An object that nothing refers to would not be saved.
      catalog.set(PDFName.of("PieceInfo"), context.register(context.stream(packed, entries)));
    };
    const saved = Buffer.from(await locked("AES-128", { change })).toString("latin1");
    // pdf-lib would unpack the stream, so its type is written afterwards.
    const bytes = bytesOf(saved.replace("/Outros", "/ObjStm"));
    expect(() => cleanDocument(bytes)).toThrow("abre sem senha, mas está protegido");
  });
});

it.each(algorithms)("a PDF that needs a password says so (%s)", async (algorithm) => {
  const bytes = await locked(algorithm, { userPassword: "x" });
  expect(() => cleanDocument(bytes)).toThrow("pede senha para abrir");
});

it("a PDF with an unknown encryption says that it is protected", () => {
  const bytes = rawPdf(
    "trailer\n<</Root 1 0 R/Encrypt 9 0 R>>\n9 0 obj\n<</Filter/Adobe.PubSec/V 4>>\nendobj\n",
  );
  expect(() => cleanDocument(bytes)).toThrow("O PDF está protegido");
});

it("an ordinary PDF whose text mentions encryption stays unchanged", () => {
  const bytes = rawPdf("9 0 obj\n<</Title(/Encrypt 5 0 R)>>\nendobj\n");
  expect(cleanDocument(bytes).bytes).toEqual(bytes);
});
