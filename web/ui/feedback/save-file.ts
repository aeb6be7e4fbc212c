import type { AskedFilesFileType } from "#contracts/stored-values.ts";

const endings: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
} satisfies Record<AskedFilesFileType, string>;

/** Saves an untrusted file under a neutral file type, so that browsers do not open the file. */
export function saveUnopened(file: Blob, name: string): void {
  const unopened = file.slice(0, file.size, "application/octet-stream");
  saveFile(unopened, `${name}.${endings[file.type] ?? "bin"}`);
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The URL stays valid for a minute, because the browser starts the download with a delay.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
