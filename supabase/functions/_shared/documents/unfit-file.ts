/** Error that refuses a file. Its Portuguese message tells the person what to do instead. */
export class UnfitFile extends Error {
  override name = "UnfitFile";
}

/**
 * Maximum number of JPEG segments or PNG chunks in an image. Cameras and scanners write fewer, even in a file of 10 MB.
 */
export const mostParts = 20_000;

/** Creates the refusal of an image that is truncated, or whose content does not match its first bytes. */
export const brokenImage = () =>
  new UnfitFile("Não conseguimos abrir a imagem. Tire outra foto ou envie em PDF.");

/** Creates the refusal of a PDF whose encryption is not known. The message is true with and without a password. */
export const isProtected = () =>
  new UnfitFile(
    "O PDF está protegido, e não conseguimos abri-lo. Imprima em PDF e envie o novo arquivo, ou fotografe as páginas.",
  );

/** Refuses an image that is so large that viewers would run out of memory. @throws UnfitFile */
export function checkDimensions(width: number, height: number): void {
  if (width < 1 || height < 1) throw brokenImage();
  if (width * height > 250_000_000)
    throw new UnfitFile("A imagem é grande demais. Envie uma menor.");
}
