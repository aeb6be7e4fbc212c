import type { AskedDocumentsFileType } from "../../../supabase/functions/_shared/contracts/stored-values.ts";

const endings: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
} satisfies Record<AskedDocumentsFileType, string>;

/** Saves the very file that a stranger sent: of no kind that a browser would open by itself. */
export function saveUnopened(file: Blob, name: string): void {
  const unopened = file.slice(0, file.size, "application/octet-stream");
  saveFile(unopened, `${name}.${endings[file.type] ?? "bin"}`);
}

/** Has the browser save a file that was made or fetched here, under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not at once: the browser has yet to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
