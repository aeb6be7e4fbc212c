import PDFDocument from "pdfkit";
import { asDrawn, undrawn } from "#contracts/fields/drawn-letters.ts";
import { undrawnSentence } from "#contracts/fields/undrawn-sentence.ts";
import { RequestFailure } from "../http/request-failure.ts";
import { themeColors } from "../mail/brand.ts";
import { figtree, logoShapes } from "./document-brand.ts";

/** Metadata of a PDF. The file states `createdAt` (ISO 8601), not the current time, so equal data gives equal bytes. */
export type PdfFacts = {
  title: string;
  company: string;
  createdAt: string;
  footer: (page: number, pages: number) => string;
  /** All data that the document shows. */
  shows: unknown;
  /** Watermark on every page of a specimen or a void receipt. */
  mark?: string;
};

export type PdfDocument = InstanceType<typeof PDFDocument>;

type Weight = "regular" | "bold";

type PdfElement = ReturnType<PdfDocument["struct"]>;

export type PdfFile = {
  doc: PdfDocument;
  /** Draws an element and adds it to the document structure that screen readers use. */
  add: (element: PdfElement) => void;
  /** Draws decoration that screen readers skip: lines, colours, page numbers. */
  ornament: (draw: () => void) => void;
  /**
   * Selects a font that has every character of a text. Returns the text in the form that the font can draw (`asDrawn`).
   * @throws UndrawnLetter when the fonts lack a character of the text.
   */
  fit: (weight: Weight, text: string) => string;
  /** Begins a new page if less than `height` points are left on the current page. */
  makeRoom: (height: number) => void;
  finish: () => Promise<Uint8Array<ArrayBuffer>>;
};

export const page = { width: 595.28, height: 841.89, margin: 56, foot: 64 } as const;
export const textWidth = page.width - 2 * page.margin;
/** Text size in points. Contracts of adhesion must use at least 12 (CDC, art. 54, § 3). */
export const textSize = 12;

const fonts = {
  regular: fontFile(figtree.regular),
  bold: fontFile(figtree.bold),
};

/**
 * Matches characters that Figtree lacks and the fallback font has. A text with one of these characters is drawn in the
 * fallback font.
 */
const lacking =
  /[\u0128\u0129\u0162\u0163\u0166-\u0169\u0192\u01a0\u01a1\u01af\u01b0\u0259\u1ea0-\u1ef1\u1ef4-\u1ef9\u2030\u2116\u2248]/;

/** Error for a document with a character that the fonts lack. Staff read its `reason` (parked-documents.tsx). */
export class UndrawnLetter extends RequestFailure {
  /** Name of the data field whose text contains the character. */
  readonly place: string;

  constructor(letter: string, place: string) {
    super(409, "conflict", undrawnSentence(letter, place), {}, `LETTER ${place} ${letter}`);
    this.place = place;
  }
}

/**
 * Returns the name of the first field in `shows` whose text contains a character; empty when no text contains it.
 */
function placeOf(letter: string, shows: unknown): string {
  let place = "";
  JSON.stringify(shows, (key, value: unknown) => {
    if (typeof value === "string" && value.normalize("NFC").includes(letter)) place ||= key;
    return value;
  });
  return place;
}

/** Begins a tagged PDF/UA file in Portuguese, with the brand's font. The first page shows the brand's symbol. */
export async function beginPdf(facts: PdfFacts): Promise<PdfFile> {
  const createdAt = new Date(facts.createdAt);
  const options: PDFKit.PDFDocumentOptions = {
    size: "A4",
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.foot },
    pdfVersion: "1.7",
    tagged: true,
    lang: "pt-BR",
    displayTitle: true,
    bufferPages: true,
    // The file is not compressed, so that a retry gives the same bytes. Versions of the runtime compress differently.
    compress: false,
    info: {
      Title: facts.title,
      Author: facts.company,
      Creator: facts.company,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  };
  // `Object.assign` is used, because the library's types lack these options. `font: null` stops the library from
  // loading its default font (hosted functions have no such file) and from selecting a font on each new page.
  const doc = new PDFDocument(Object.assign(options, { subset: "PDF/UA", font: null }));
  const bytes = collect(doc);
  doc.registerFont("regular", fonts.regular);
  doc.registerFont("bold", fonts.bold);
  if (lacking.test(asDrawn(JSON.stringify(facts.shows)))) {
    // The fallback font is large and few documents need it, so it is imported only here.
    const { fallback } = await import("./document-fallback.ts");
    doc.registerFont("regular fallback", fontFile(fallback.regular));
    doc.registerFont("bold fallback", fontFile(fallback.bold));
  }
  const root = doc.struct("Document");
  doc.addStructure(root);

  function ornament(draw: () => void): void {
    doc.markContent("Artifact");
    draw();
    doc.endMarkedContent();
  }

  function fit(weight: Weight, given: string): string {
    const letter = undrawn(given);
    if (letter !== undefined) throw new UndrawnLetter(letter, placeOf(letter, facts.shows));
    const text = asDrawn(given);
    doc.font(lacking.test(text) ? `${weight} fallback` : weight);
    return text;
  }

  ornament(() => drawBrand(doc, fit("bold", facts.company)));
  doc.font("regular").fontSize(textSize).fillColor(themeColors.ink);

  return {
    doc,
    ornament,
    fit,
    add: (element) => void root.add(element),
    makeRoom(height) {
      if (doc.y + height > page.height - page.foot) doc.addPage();
    },
    finish() {
      root.end();
      writeFooters({ doc, fit, ornament }, facts);
      doc.end();
      return bytes;
    },
  };
}

function drawBrand(doc: PdfDocument, company: string): void {
  const size = 30;
  doc
    .save()
    .translate(page.margin - 4, page.margin - 12)
    .scale(size / 32);
  doc.path(logoShapes.door).fill(themeColors.petrol700);
  doc.path(logoShapes.letter).fill(themeColors.white);
  const { cx, cy, r } = logoShapes.hole;
  doc.circle(cx, cy, r).fill(themeColors.petrol700);
  doc.restore();
  doc.fontSize(16).fillColor(themeColors.petrol700);
  doc.text(company, page.margin + size, page.margin - 5, { lineBreak: false });
  doc.x = page.margin;
  doc.y = page.margin + 36;
}

function writeFooters(
  { doc, fit, ornament }: Pick<PdfFile, "doc" | "fit" | "ornament">,
  { footer, mark }: Pick<PdfFacts, "footer" | "mark">,
): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index);
    // The margin is removed, because text inside the bottom margin would begin a new page.
    doc.page.margins.bottom = 0;
    ornament(() => {
      const text = fit("regular", footer(index + 1, count));
      doc.fontSize(9).fillColor(themeColors.muted);
      doc.text(text, page.margin, page.height - page.foot + 20, {
        width: textWidth,
        align: "center",
      });
      if (mark !== undefined) drawMark(doc, mark);
    });
  }
}

/** Draws the watermark from corner to corner, in a light colour that keeps the text readable. */
function drawMark(doc: PdfDocument, mark: string): void {
  const origin: [number, number] = [page.width / 2, page.height / 2];
  doc.save().rotate(-50, { origin });
  doc.font("bold").fontSize(160).fillColor(themeColors.danger).fillOpacity(0.14);
  const left = (page.width - doc.widthOfString(mark)) / 2;
  doc.text(mark, left, (page.height - doc.currentLineHeight()) / 2, { lineBreak: false });
  doc.restore();
  doc.fillOpacity(1);
}

function collect(doc: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk));
    doc.on("error", reject);
    doc.on(
      "end",
      () => void new Blob(chunks).arrayBuffer().then((all) => resolve(new Uint8Array(all)), reject),
    );
  });
}

function fontFile(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}
