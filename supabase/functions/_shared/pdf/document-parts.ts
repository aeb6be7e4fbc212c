import { encode } from "uqr";
import { themeColors } from "../mail/brand.ts";
import { beginPdf, page, type PdfFile, textSize, textWidth } from "./pdf-document.ts";
import { type Coverage, companyValues } from "../content/function-content.ts";
import type { LetterTextName } from "#contracts/leases/letter-texts.ts";
import { createWords, type DocumentContent } from "./guarantee.ts";

const gap = 8;
const lineGap = 2;
const labelWidth = 190;
const rowGap = 3;
const bulletWidth = 14;
/** Distance in points between the edge of a box and its text. */
const padding = 12;
const rowHeader: { scope: string; alt?: string } = { scope: "Row" };

type TextStyle = { isStrong?: boolean; left?: number; width?: number };

function title({ doc, add, fit }: PdfFile, text: string): void {
  add(
    doc.struct("H1", {}, () => {
      doc.fontSize(22).fillColor(themeColors.petrol800);
      doc.text(fit("bold", text), page.margin, doc.y, { width: textWidth });
    }),
  );
  doc.y += gap;
}

/** Writes a heading. Begins a new page if the heading would stand alone at the end of a page. */
export function heading({ doc, add, fit, makeRoom }: PdfFile, text: string): void {
  makeRoom(80);
  doc.y += gap;
  add(
    doc.struct("H2", {}, () => {
      doc.fontSize(14).fillColor(themeColors.petrol800);
      doc.text(fit("bold", text), page.margin, doc.y, { width: textWidth });
    }),
  );
  doc.y += gap / 2;
}

/** Writes a paragraph for each line of `text`. */
export function paragraphs(file: PdfFile, text: string, style: TextStyle = {}): void {
  const { doc, add } = file;
  const { left = page.margin, width = textWidth } = style;
  for (const line of text.split("\n").filter(Boolean)) {
    add(
      doc.struct("P", {}, () => {
        doc.text(setText(file, line, style), left, doc.y, { width, lineGap });
      }),
    );
    doc.y += gap / 2;
  }
}

/** Writes a bold line above a text. Begins a new page if the line would stand alone at the end of a page. */
export function subheading(file: PdfFile, text: string): void {
  file.makeRoom(5 * textSize);
  paragraphs(file, text, { isStrong: true });
}

/** Writes a list. An item stays on one page, unless it is long. */
export function list(file: PdfFile, items: readonly string[], style: TextStyle = {}): void {
  const { doc, add } = file;
  const { left = page.margin, width = textWidth } = style;
  const asItem = (item: string) =>
    doc.struct("LI", {}, [
      doc.struct("Lbl", {}, () => {
        const height = doc.heightOfString(setText(file, item, style), {
          width: width - bulletWidth,
          lineGap,
        });
        file.makeRoom(Math.min(height, 10 * textSize));
        const bullet = setText(file, "•", style);
        doc.text(bullet, left, doc.y, { lineBreak: false });
      }),
      doc.struct("LBody", {}, () => {
        doc.text(setText(file, item, style), left + bulletWidth, doc.y, {
          width: width - bulletWidth,
          lineGap,
        });
      }),
    ]);
  add(doc.struct("L", {}, items.map(asItem)));
  doc.x = page.margin;
  doc.y += gap / 2;
}

/** Largest number of rows of a table that a page never divides. */
const undividedRows = 3;

/** Writes a heading and a table with one fact in each row. A page may end between the rows of a longer table. */
export function facts(
  file: PdfFile,
  subject: string,
  rows: readonly (readonly [name: string, value: string])[],
): void {
  const { doc, add, fit, makeRoom } = file;
  const valueWidth = textWidth - labelWidth;
  doc.fontSize(textSize);
  const lines = rows.map(([name, value]) => [name, atCommas(file, value, valueWidth)] as const);
  const heights = lines.map(
    ([, value]) => doc.heightOfString(fit("bold", value), { width: valueWidth, lineGap }) + rowGap,
  );
  const kept = heights.slice(0, rows.length > undividedRows ? 1 : rows.length);
  makeRoom(kept.reduce((sum, height) => sum + height, 5 * gap));
  heading(file, subject);
  const asRow = ([name, value]: readonly [string, string], place: number) => {
    let top = 0;
    let end = 0;
    return doc.struct("TR", {}, [
      doc.struct("TH", rowHeader, () => {
        makeRoom(heights[place] ?? 0);
        top = doc.y;
        doc.fontSize(textSize).fillColor(themeColors.muted);
        doc.text(fit("regular", name), page.margin, top, { width: labelWidth - gap, lineGap });
        end = doc.y;
      }),
      doc.struct("TD", {}, () => {
        doc.fillColor(themeColors.ink);
        doc.text(fit("bold", value), page.margin + labelWidth, top, { width: valueWidth, lineGap });
        doc.y = Math.max(end, doc.y) + rowGap;
      }),
    ]);
  };
  add(doc.struct("Table", {}, lines.map(asRow)));
  doc.x = page.margin;
  doc.y += gap / 2;
}

/** Breaks an address into lines after commas. A part that is longer than a line is also broken between words. */
function atCommas({ doc, fit }: PdfFile, value: string, width: number): string {
  const lines: string[] = [];
  for (const part of fit("bold", value).split(/(?<=,) (?!\d|[A-Z]{2}\b)/)) {
    const longer = [...lines.slice(-1), part].join(" ");
    // The text is measured with a line break, because the library also counts the width of the line break.
    const isRoom = lines.length > 0 && doc.widthOfString(`${longer}\n`) <= width;
    if (isRoom) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.join("\n");
}

/** Writes a text that limits rights. The box is coloured and the text bold, so that readers see the text first. */
export function warningBox(
  file: PdfFile,
  box: { title: string; items: readonly string[]; note: string },
): void {
  const { doc, fit, ornament, makeRoom } = file;
  const left = page.margin + padding;
  const width = textWidth - 2 * padding;
  doc.fontSize(textSize);
  const lines = [box.title, ...box.items.map((item) => `• ${item}`), box.note];
  const height =
    lines.reduce(
      (sum, line) =>
        sum + doc.heightOfString(fit("bold", line), { width: width - bulletWidth, lineGap }),
      0,
    ) +
    2 * padding +
    1.5 * gap;
  makeRoom(height);
  const top = doc.y;
  ornament(() => {
    doc.rect(page.margin, top, textWidth, height).fill(themeColors.amber100);
    doc.rect(page.margin, top, 4, height).fill(themeColors.amber400);
  });
  doc.y = top + padding;
  paragraphs(file, box.title, { isStrong: true, left, width });
  list(file, box.items, { isStrong: true, left, width });
  paragraphs(file, box.note, { isStrong: true, left, width });
  doc.y = top + height + gap;
}

export function codeBox(
  file: PdfFile,
  box: { text: string; label: string; code: string; address: string; imageText: string },
): void {
  const { doc, add, fit, makeRoom } = file;
  const side = 120;
  const left = page.margin + side + 2 * padding;
  const width = textWidth - side - 2 * padding;
  makeRoom(side + 2 * padding);
  const top = doc.y;
  const bbox: [number, number, number, number] = [page.margin, top, page.margin + side, top + side];
  const figure: { alt: string; bbox: typeof bbox } = { alt: box.imageText, bbox };
  add(
    doc.struct("Figure", figure, () =>
      drawCode(file, box.address, { left: page.margin, top, side }),
    ),
  );
  doc.y = top;
  paragraphs(file, box.text, { left, width });
  add(
    doc.struct("P", {}, () => {
      doc.fontSize(textSize).fillColor(themeColors.muted);
      doc.text(fit("regular", box.label), left, doc.y, { width });
      doc.fontSize(18).fillColor(themeColors.ink);
      doc.text(fit("bold", box.code), left, doc.y, { width, characterSpacing: 1 });
    }),
  );
  doc.x = page.margin;
  doc.y = Math.max(doc.y, top + side) + gap;
}

function drawCode(
  { doc }: PdfFile,
  text: string,
  { left, top, side }: { left: number; top: number; side: number },
): void {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const module = side / size;
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) doc.rect(left + column * module, top + row * module, module, module);
    }
  }
  doc.fill("#000000");
}

/** Selects size, colour and font for a text. Returns the text in the form that the font can draw (`asDrawn`). */
function setText({ doc, fit }: PdfFile, text: string, { isStrong = false }: TextStyle): string {
  doc.fontSize(textSize).fillColor(themeColors.ink);
  return fit(isStrong ? "bold" : "regular", text);
}

/** Writes the exclusions first and in bold (CDC, art. 54, § 4), then the coverage and its limit. */
export function writeCoverage(
  file: PdfFile,
  { exclusions, inclusions }: Coverage,
  texts: { title: string; limit: string },
): void {
  heading(file, texts.title);
  warningBox(file, exclusions);
  paragraphs(file, inclusions.title, { isStrong: true });
  list(file, inclusions.items);
  paragraphs(file, texts.limit, { isStrong: true });
}

type DocumentStart = {
  titleName: LetterTextName;
  /** Number or protocol that follows the title in the file's metadata. */
  number: string;
  /** Text at the foot of each page that identifies the document; when absent, the foot shows `number`. */
  subject?: string;
  createdAt: string;
  mark?: string;
  /** All data that the document shows, besides `content`. */
  source: unknown;
  /** Values for the placeholders in the document's texts. `beginDocument` adds the values about the company. */
  values: Readonly<Record<string, unknown>>;
};

/** Begins a document with its title. Returns the document, and a function that fills in the text with a given name. */
export async function beginDocument(
  content: DocumentContent,
  { titleName, number, subject = number, values, source, ...metadata }: DocumentStart,
) {
  const { company, letterTexts } = content;
  const say = createWords(content, { ...companyValues(company), ...values });
  const file = await beginPdf({
    ...metadata,
    shows: [source, content],
    title: `${say(titleName)} ${number}`,
    company: company.brandName,
    footer: (place, pages) =>
      [
        `${company.legalName}, CNPJ ${company.cnpj}`,
        subject,
        letterTexts.pageLabel.replace("{{page}}", `${place}`).replace("{{pages}}", `${pages}`),
      ].join(" · "),
  });
  title(file, say(titleName));
  return { file, say };
}
