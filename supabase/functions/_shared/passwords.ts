import { hex } from "./hashes.ts";

/** What people of this house and country add digits to, besides the list's own words. */
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

/**
 * Whether a password of the required length is one that guessers try first: on the list of common
 * ones, or one of those repeated, disguised or with digits and signs around it; or the own address.
 */
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

/** Whether a password, whatever its length, is one of the common ones word by word. */
export async function isListedPassword(password: string): Promise<boolean> {
  known ??= readKnown();
  return (await known).has(plain(password));
}

/** The list is large and only who chooses a password needs it. */
async function readKnown(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set([...dictionary["passwords-common"], ...ownWords]);
}

/** "flamengo2024!" is "flamengo". */
const coreOf = (text: string) => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");

/** "abcabcabc" is "abc". */
const unitOf = (text: string) => /^(.+?)\1+$/.exec(text)?.[1] ?? text;

const plain = (text: string) => text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");

/** Whether a password is known from a leak; false when nobody can tell. */
export type IsLeaked = (password: string) => Promise<boolean>;

const patienceMilliseconds = 2_000;

/**
 * Asks a service of the form of api.pwnedpasswords.com/range, which sees five characters of the
 * password's hash and nothing else. Without an address nobody is asked.
 */
export function createLeakCheck(url: string | undefined, ask: typeof fetch = fetch): IsLeaked {
  return async (password) => {
    if (url === undefined) return false;
    const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
    const hash = hex(digest).toUpperCase();
    try {
      const response = await ask(`${url.replace(/\/$/, "")}/${hash.slice(0, 5)}`, {
        headers: { "add-padding": "true" },
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      if (!response.ok) return false;
      const lines = (await response.text()).split(/\r?\n/);
      // Padding has the count 0.
      return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(":0"));
    } catch {
      // The service is a help, not a gate: while it is away people can still sign up.
      return false;
    }
  };
}
