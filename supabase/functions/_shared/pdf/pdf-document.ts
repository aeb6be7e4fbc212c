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
  /** Watermark on every page, for a document that is only a specimen. */
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
   * Selects the font that draws every letter of a text, and returns the text as it is drawn. @throws UndrawnLetter when
   * no font does.
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
 * Matches letters that the fallback font has and Figtree lacks. A text with one of them is drawn in the fallback font.
 */
const lacking =
  /[\u0128\u0129\u0162\u0163\u0166-\u0169\u0192\u01a0\u01a1\u01af\u01b0\u0259\u1ea0-\u1ef1\u1ef4-\u1ef9\u2030\u2116\u2248]/;

/** Refusal to make a document that would show a letter wrongly. Its `reason` is read by staff (parked-documents.tsx). */
export class UndrawnLetter extends RequestFailure {
  /** Key of the text in the document's data. */
  readonly place: string;

  constructor(letter: string, place: string) {
    super(409, "conflict", undrawnSentence(letter, place), {}, `LETTER ${place} ${letter}`);
    this.place = place;
  }
}

/** Returns the key of the first text that contains a letter; empty when `shows` has none. */
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
    // The file is not compressed, because versions of the runtime compress differently. A retry after an update of the
    // runtime would otherwise give other bytes.
    compress: false,
    info: {
      Title: facts.title,
      Author: facts.company,
      Creator: facts.company,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  };
  // The type declarations of the library lack these options. Without `font`, the library would load a font from its own
  // files, which a hosted function does not have. With a font, it would select that font on each further page.
  const doc = new PDFDocument(Object.assign(options, { subset: "PDF/UA", font: null }));
  const bytes = collect(doc);
  doc.registerFont("regular", fonts.regular);
  doc.registerFont("bold", fonts.bold);
  if (lacking.test(asDrawn(JSON.stringify(facts.shows)))) {
    // Few documents need the second font, which is three times as large.
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
