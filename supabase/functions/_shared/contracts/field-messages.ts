import type * as z from "zod/mini";

/** The first message of each field, by the field's name: what a form shows under its inputs. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const field = path.map(String).join(".");
    if (field !== "") messages[field] ??= message;
  }
  return messages;
}
