import { maximumFileBytes } from "../../../supabase/functions/_shared/contracts/request-documents.ts";

/** Enough to read a page by. */
const LONGEST_SIDE = 3000;
const QUALITY = 0.85;

/**
 * A photo that is too large for sending, made smaller; any other file as it is. Drawing it anew is
 * no safeguard, the function's is: where it fails, the file is sent, and refused with its reason.
 */
export async function fitPhoto(file: File): Promise<File> {
  if (file.size <= maximumFileBytes || !file.type.startsWith("image/")) return file;
  try {
    const photo = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(photo.width, photo.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(photo.width * scale);
    canvas.height = Math.round(photo.height * scale);
    canvas.getContext("2d")?.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const drawn = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", QUALITY);
    });
    return drawn ? new File([drawn], "foto.jpg", { type: "image/jpeg" }) : file;
  } catch {
    return file;
  }
}
