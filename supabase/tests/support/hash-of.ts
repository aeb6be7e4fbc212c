import { createHash } from "node:crypto";

/** Returns the SHA-256 of a text in hexadecimal digits, as the database stores it for the secret of a link. */
export const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
