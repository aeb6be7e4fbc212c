import type { AskedFilesFileType } from "#contracts/stored-values.ts";
import { RequestFailure } from "../http/request-failure.ts";
import { checkPdf } from "./check-pdf.ts";
import { decryptPdf } from "./decrypt-pdf.ts";
import { isSpace } from "./read-pdf.ts";
import { stripJpeg, stripPng } from "./strip-images.ts";
import { UnfitFile } from "./unfit-file.ts";

export type CleanDocument = { bytes: Uint8Array; type: AskedFilesFileType; extension: string };

const signatures = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} satisfies Record<AskedFilesFileType, readonly number[]>;

const begins = (bytes: Uint8Array, type: AskedFilesFileType) =>
  signatures[type].every((byte, place) => bytes[place] === byte);

/** Kinds of the photo format HEIF, after the word "ftyp" at the fifth byte. iPhones and some Android phones use it. */
const photoKinds = new Set("heic heix heim heis hevc hevx hevm hevs mif1 msf1 heif".split(" "));

const isHeif = (bytes: Uint8Array) => {
  const [box, kind] = [bytes.subarray(4, 8), bytes.subarray(8, 12)].map((part) =>
    String.fromCharCode(...part),
  );
  return box === "ftyp" && photoKinds.has(kind ?? "");
};

const isHeic = () =>
  new UnfitFile(
    "Esta foto está no formato HEIC, que não conseguimos abrir. No iPhone, em Ajustes > Câmera > Formatos, escolha “Mais compatível” e fotografe de novo, ou envie uma captura de tela da foto.",
  );

/** Number of bytes before "%PDF" that PDF readers skip. */
const longestLead = 1024;

/**
 * Returns the file from its first sign on, without a byte order mark and blank lines. Some programs write these before a
 * PDF. The places in the PDF count from its first sign.
 */
function withoutLead(bytes: Uint8Array): Uint8Array {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < longestLead && isSpace(bytes[start])) start++;
  return bytes.subarray(start);
}

/**
 * Identifies a file by its bytes, not by its name or declared type, and returns the bytes to store. An image keeps only
 * its pixels and orientation. A PDF is refused unless everything in it is known to be harmless. It stays unchanged,
 * except that blank lines before its beginning and an encryption without a password are removed.
 * @throws RequestFailure 422 with a message that says why another file is needed
 */
export function cleanDocument(bytes: Uint8Array): CleanDocument {
  try {
    if (begins(bytes, "image/jpeg")) {
      return { bytes: stripJpeg(bytes), type: "image/jpeg", extension: "jpg" };
    }
    if (begins(bytes, "image/png")) {
      return { bytes: stripPng(bytes), type: "image/png", extension: "png" };
    }
    const sent = withoutLead(bytes);
    if (begins(sent, "application/pdf")) {
      const pdf = decryptPdf(sent) ?? sent;
      checkPdf(pdf);
      return { bytes: pdf, type: "application/pdf", extension: "pdf" };
    }
    if (isHeif(bytes)) throw isHeic();
    throw new UnfitFile("Envie um arquivo PDF, JPG ou PNG.");
  } catch (error) {
    throw error instanceof UnfitFile ? unfit(error.message) : error;
  }
}

/** Creates the refusal of a file. Its message is shown beside the file field of the form. */
export const unfit = (message: string) =>
  new RequestFailure(422, "invalid_fields", message, { fields: { file: message } });
