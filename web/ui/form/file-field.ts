import * as z from "zod/mini";
import { maximumFileBytes } from "#contracts/requests/documents.ts";

/** Optional file of a form. The browser checks only the size, and the edge function examines the content. */
export const fileField = z.custom<FileList>().check(
  z.refine((files) => (files?.[0]?.size ?? 1) > 0, "O arquivo está vazio"),
  z.refine(
    (files) => (files?.[0]?.size ?? 0) <= maximumFileBytes,
    "O arquivo passa de 10 MB. Envie um menor.",
  ),
);

/** File that a form needs. */
export const requiredFileField = fileField.check(
  z.refine((files) => files?.length === 1, "Escolha um arquivo"),
);
