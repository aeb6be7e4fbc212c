import { createCanvas } from "@napi-rs/canvas";
import jsQR from "jsqr";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import * as z from "zod/mini";

type Node = { role: string; children: Node[] };
const nodeSchema: z.ZodMiniType<Node> = z.lazy(() =>
  z.object({
    role: z._default(z.string(), ""),
    children: z._default(z.array(nodeSchema), []),
  }),
);
const infoSchema = z.object({
  Title: z._default(z.string(), ""),
  Language: z.catch(z.string(), ""),
});
const itemSchema = z.object({ str: z.string(), hasEOL: z.boolean() });
// The type check is skipped, because this canvas lacks members of a browser's canvas. The library does not use these
// members here.
const contextSchema = z.custom<CanvasRenderingContext2D>(
  (value) => typeof value === "object" && value !== null && "fillRect" in value,
);

/** Returns the metadata of a PDF, its visible text and its structure for screen readers. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await openPdf(bytes);
  const { info } = await pdf.getMetadata();
  const { Title: title, Language: language } = infoSchema.parse(info);
  const texts: string[] = [];
  const lines: string[] = [];
  const roles: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const drawn = await linesOf(page);
    lines.push(...drawn);
    texts.push(drawn.join(" ").replaceAll(/\s+/g, " "));
    roles.push(...rolesOf(nodeSchema.parse((await page.getStructTree()) ?? {})));
  }
  const { numPages: pages } = pdf;
  await pdf.loadingTask.destroy();
  return { title, language, pages, text: texts.join("\n"), lines, roles };
}

/** Draws each page of a PDF and returns the contents of its QR codes. */
export async function readCodes(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes);
  const codes: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    codes.push(...(await codesOf(await pdf.getPage(number))));
  }
  await pdf.loadingTask.destroy();
  return codes;
}

function openPdf(bytes: Uint8Array) {
  // The library gets a copy of the bytes, because it transfers its input to a worker.
  return getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
}

/** Returns the visible lines of text on a page. */
async function linesOf(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  const text = z
    .array(itemSchema)
    .parse(items)
    .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
    .join("");
  return text.split("\n").map((line) => line.trim());
}

function rolesOf({ role, children }: Node): string[] {
  return [role, ...children.flatMap(rolesOf)].filter(Boolean);
}

async function codesOf(page: PDFPageProxy): Promise<string[]> {
  const viewport = page.getViewport({ scale: 2 });
  const { width, height } = viewport;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const canvasContext = contextSchema.parse(context);
  await page.render({ canvas: null, canvasContext, viewport }).promise;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const found = jsQR(data, canvas.width, canvas.height);
  return found ? [found.data] : [];
}
