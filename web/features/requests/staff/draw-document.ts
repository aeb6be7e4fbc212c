import { getDocument, PDFWorker, type PDFDocumentProxy } from "pdfjs-dist";

/** URLs of pdf.js parts by source path: the worker, decoders for scans, and fonts that PDFs may lack. */
const parts = import.meta.glob<string>(
  [
    "/node_modules/pdfjs-dist/build/pdf.worker.min.mjs",
    "/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm",
    "/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}",
  ],
  { query: "?url", import: "default" },
);

const mostPages = 50;
const widest = 1600;
/** Maximum time (ms) for drawing a document. Only a malicious file needs longer. */
const longestMs = 60_000;

let threadAddress = "";
// Scripts may be loaded only from URLs that this policy creates (Trusted Types in the content security policy).
const policy = window.trustedTypes?.createPolicy("document-viewer", {
  createScriptURL: (url) => (url === threadAddress ? url : null),
});

async function addressOf(name: string): Promise<string> {
  const find = Object.entries(parts).find(([path]) => path.endsWith(`/${name}`))?.[1];
  if (!find) throw new Error(`No part of pdf.js is called ${name}`);
  return find();
}

class Parts {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const response = await fetch(await addressOf(filename));
    return new Uint8Array(await response.arrayBuffer());
  }
}

/**
 * Draws an uploaded document as pictures, so that its scripts and links do not work. Returns the number of pages and
 * the number of drawn pages. @throws for an unreadable document, after a minute, or when `signal` aborts
 */
export async function drawDocument(
  file: Blob,
  place: HTMLElement,
  signal: AbortSignal,
): Promise<{ pages: number; drawn: number }> {
  if (file.type !== "application/pdf") {
    const picture = await createImageBitmap(file);
    signal.throwIfAborted();
    const scale = Math.min(1, widest / picture.width);
    const canvas = addCanvas(place, picture.width * scale, picture.height * scale, "Imagem");
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return { pages: 1, drawn: 1 };
  }
  threadAddress = await addressOf("pdf.worker.min.mjs");
  const address = policy?.createScriptURL(threadAddress) ?? threadAddress;
  const thread = new Worker(address, { type: "module" });
  const worker = PDFWorker.create({ port: thread });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.addEventListener("abort", () => reject(new Error("stopped")));
  });
  try {
    const task = getDocument({
      data: new Uint8Array(await file.arrayBuffer()),
      worker,
      BinaryDataFactory: Parts,
      useWorkerFetch: false,
      disableWorkerRendering: true,
      enableXfa: false,
      maxImageSize: 100_000_000,
      stopAtErrors: false,
    });
    return await Promise.race([
      drawPages(await Promise.race([task.promise, stopped]), place, stop),
      stopped,
    ]);
  } finally {
    worker.destroy();
    thread.terminate();
  }
}

async function drawPages(pdf: PDFDocumentProxy, place: HTMLElement, stop: AbortSignal) {
  const drawn = Math.min(pdf.numPages, mostPages);
  for (let number = 1; number <= drawn; number++) {
    // Pages are drawn one after another, so that the first page appears soon.
    // oxlint-disable-next-line no-await-in-loop
    await drawPage(pdf, number, place, stop);
  }
  return { pages: pdf.numPages, drawn };
}

async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  place: HTMLElement,
  stop: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(number);
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(3, widest / width) });
  const { items } = await page.getTextContent();
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  stop.throwIfAborted();
  const name = `Página ${number} de ${pdf.numPages}`;
  const canvas = addCanvas(
    place,
    viewport.width,
    viewport.height,
    text.trim() ? `${name}: ${text}` : name,
  );
  await page.render({ canvas, viewport, annotationMode: 1 }).promise;
  page.cleanup();
}

function addCanvas(place: HTMLElement, width: number, height: number, name: string) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(width));
  canvas.height = Math.max(1, Math.floor(height));
  canvas.className = "h-auto w-full border border-sand-300";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", name.slice(0, 4000));
  place.append(canvas);
  return canvas;
}
