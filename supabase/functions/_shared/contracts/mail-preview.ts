import * as z from "zod/mini";

/** What preview-mail answers. */
export const mailPreviewSchema = z.object({ subject: z.string(), text: z.string() });
