import type { AskedFilesFileType } from "#contracts/stored-values.ts";

const typeNames = {
  "application/pdf": "PDF",
  "image/jpeg": "foto JPG",
  "image/png": "imagem PNG",
} satisfies Record<AskedFilesFileType, string>;

const amount = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 1 });

/** Describes an uploaded file by its type and size: "PDF, 1,2 MB" or "foto JPG, 340 KB". */
export function describeFile({ type, bytes }: { type: AskedFilesFileType; bytes: number }): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  const size = kilobytes < 1024 ? `${kilobytes} KB` : `${amount.format(kilobytes / 1024)} MB`;
  return `${typeNames[type]}, ${size}`;
}
