import { browserStorage } from "./browser-storage.ts";

const storageKey = "payser-aparelho";
const storage = browserStorage("localStorage");

/**
 * The random token by which the gate knows a browser that has signed in, so that strangers' tries
 * do not lock it out. Kept after a success only; it opens nothing without the password.
 */
export const deviceToken = {
  /** What is kept, or a new one that is not. */
  read: () => storage.getItem(storageKey) ?? newToken(),
  keep: (token: string) => storage.setItem(storageKey, token),
};

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
