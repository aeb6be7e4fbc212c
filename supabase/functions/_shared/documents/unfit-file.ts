/** Why a file cannot be taken; the message is Portuguese and tells what to do instead. */
export class UnfitFile extends Error {
  override name = "UnfitFile";
}

/** Of an image of 10 MB in the smallest parts that cameras and scanners write, with room. */
export const mostParts = 20_000;

/** An image that ends too early or is not what it begins as. */
export const brokenImage = () =>
  new UnfitFile("Não conseguimos abrir a imagem. Tire outra foto ou envie em PDF.");

/** Refuses an image that no viewer could show, or only by running out of memory. */
export function checkDimensions(width: number, height: number): void {
  if (width < 1 || height < 1) throw brokenImage();
  if (width * height > 250_000_000)
    throw new UnfitFile("A imagem é grande demais. Envie uma menor.");
}
