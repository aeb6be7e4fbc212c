import { hex } from "./hashes.ts";

/** Words of this business and country that people use in passwords. They are added to the list of common passwords. */
const ownWords = ["payser", "fianca", "aluguel", "imobiliaria", "senha", "mudar", "brasil"];
const fewestCharacters = 5;
const disguises: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};
let known: Promise<ReadonlySet<string>> | undefined;

/** Tells whether a password is common or like the e-mail address, even if it is repeated, disguised or padded. */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  known ??= readKnown();
  const common = await known;
  const lower = plain(password);
  const [localPart = ""] = plain(email).split("@");
  const undisguised = lower.replaceAll(/[013457@$]/g, (sign) => disguises[sign] ?? sign);
  return (
    new Set(lower).size < fewestCharacters ||
    [lower, undisguised].flatMap((text) => [text, unitOf(text), coreOf(text)]).some(isGuessable)
  );

  function isGuessable(text: string): boolean {
    const core = unitOf(text);
    return core.length < fewestCharacters || common.has(core) || core === coreOf(localPart);
  }
}

/** Tells whether a password of any length is on the list of common passwords. */
export async function isListedPassword(password: string): Promise<boolean> {
  known ??= readKnown();
  return (await known).has(plain(password));
}

/** Loads the list of common passwords only when somebody chooses a password, because the list is large. */
async function readKnown(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set([...dictionary["passwords-common"], ...ownWords]);
}

/** Removes all non-letters at both ends of a text: "flamengo2024!" becomes "flamengo". */
const coreOf = (text: string) => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");

/** Returns the part that a text repeats, or the whole text when nothing repeats: "abcabcabc" gives "abc". */
const unitOf = (text: string) => /^(.+?)\1+$/.exec(text)?.[1] ?? text;

const plain = (text: string) => text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");

/** Tells whether a password is in a published leak. Returns false when the leak service does not answer. */
export type IsLeaked = (password: string) => Promise<boolean>;

const timeoutMilliseconds = 2_000;

/**
 * Creates the check for leaked passwords. The check sends only five characters of a hash. If `url` is undefined, the
 * check returns false.
 */
export function createLeakCheck(url: string | undefined, ask: typeof fetch = fetch): IsLeaked {
  return async (password) => {
    if (url === undefined) return false;
    const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
    const hash = hex(digest).toUpperCase();
    try {
      const response = await ask(`${url.replace(/\/$/, "")}/${hash.slice(0, 5)}`, {
        headers: { "add-padding": "true" },
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      if (!response.ok) return false;
      const lines = (await response.text()).split(/\r?\n/);
      // The service adds random lines with the count 0, which must be ignored.
      return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(":0"));
    } catch {
      // An outage of the service must not stop people from choosing a password.
      return false;
    }
  };
}
