import type { AskedDocumentsFileType } from "#contracts/stored-values.ts";
import { RequestFailure } from "../http/request-failure.ts";
import { checkPdf } from "./check-pdf.ts";
import { stripJpeg, stripPng } from "./strip-images.ts";
import { UnfitFile } from "./unfit-file.ts";

export type CleanDocument = { bytes: Uint8Array; type: AskedDocumentsFileType; extension: string };

const signatures = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} satisfies Record<AskedDocumentsFileType, readonly number[]>;

const begins = (bytes: Uint8Array, type: AskedDocumentsFileType) =>
  signatures[type].every((byte, place) => bytes[place] === byte);

/**
 * Identifies a file by its bytes, not by its name or declared type, and returns the bytes to store. An image keeps only
 * its pixels and orientation. A PDF stays unchanged, but is refused unless everything in the PDF is known to be
 * harmless. @throws RequestFailure 422 with a message that says why another file is needed.
 */
export function cleanDocument(bytes: Uint8Array): CleanDocument {
  try {
    if (begins(bytes, "image/jpeg")) {
      return { bytes: stripJpeg(bytes), type: "image/jpeg", extension: "jpg" };
    }
    if (begins(bytes, "image/png")) {
      return { bytes: stripPng(bytes), type: "image/png", extension: "png" };
    }
    if (begins(bytes, "application/pdf")) {
      checkPdf(bytes);
      return { bytes, type: "application/pdf", extension: "pdf" };
    }
    throw new UnfitFile("Envie um arquivo PDF, JPG ou PNG.");
  } catch (error) {
    throw error instanceof UnfitFile ? unfit(error.message) : error;
  }
}

/** Creates the refusal of a file. Its message is shown beside the file field of the form. */
export const unfit = (message: string) =>
  new RequestFailure(422, "invalid_fields", message, { fields: { file: message } });
