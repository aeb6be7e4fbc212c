/** Types of the parts of node:crypto that read encrypted PDFs. Without this file, Deno looks for an npm package. */
type Cipher = {
  setAutoPadding(isOn: boolean): unknown;
  update(data: Uint8Array): Uint8Array;
};
export function createHash(name: "md5" | "sha256" | "sha384" | "sha512"): {
  update(data: Uint8Array): { digest(): Uint8Array };
};
export function createCipheriv(name: "aes-128-cbc", key: Uint8Array, start: Uint8Array): Cipher;
export function createDecipheriv(
  name: "aes-128-cbc" | "aes-256-cbc",
  key: Uint8Array,
  start: Uint8Array,
): Cipher;
