/** Well-known mail domains in Brazil. Each of them is right as typed. */
const knownDomains = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "yahoo.com.br",
  "icloud.com",
  "uol.com.br",
  "bol.com.br",
  "terra.com.br",
  "live.com",
  "hotmail.com.br",
  "outlook.com.br",
  "live.com.br",
  "yahoo.com",
  "ymail.com",
  "msn.com",
  "me.com",
  "mac.com",
  "aol.com",
  "globo.com",
  "globomail.com",
  "ig.com.br",
  "r7.com",
  "oi.com.br",
  "zipmail.com.br",
  "proton.me",
  "protonmail.com",
  "googlemail.com",
];

/** Real domains that differ by one letter from a well-known one. */
const otherDomains = ["email.com", "mail.com", "gmx.com", "hotmail.co", "yahoo.co"];

/** Domains that a person means by a domain that does not exist, although more than one letter differs. */
const meantBy: Readonly<Record<string, string>> = {
  "gmail.com.br": "gmail.com",
  "googlemail.com.br": "gmail.com",
  "icloud.com.br": "icloud.com",
};

/** Endings that are no top-level domain, with the endings that people mean. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/\.(?:con|cpm|xom|vom|ocm|cmo|comm|coom|cim)(?=$|\.br?$)/, ".com"],
  [/\.(com|net|org|gov|edu)\.(?:b|r|rb|bt|vr|brr)$/, ".$1.br"],
  [/\.com(?:br|b)$/, ".com.br"],
];

/** Shorter names have many real neighbours (uol, bol, aol), so only swapped letters count as a slip in them. */
const longEnough = 5;

/**
 * Returns the address that a person probably meant, or undefined when the typed address looks right. Knows slips of one
 * letter in well-known domains, and endings that do not exist.
 */
export function suggestEmail(typed: string): string | undefined {
  const address = typed.trim();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === "" || isRight(domain)) return undefined;
  const ended = endings.reduce((shown, [wrong, right]) => shown.replace(wrong, right), domain);
  const meant =
    meantBy[ended] ??
    (isRight(ended) ? ended : (knownDomains.find((known) => isSlip(ended, known)) ?? ended));
  return meant === domain ? undefined : address.slice(0, at + 1) + meant;
}

const isRight = (domain: string) => knownDomains.includes(domain) || otherDomains.includes(domain);

function isSlip(typed: string, known: string): boolean {
  const [name = ""] = known.split(".");
  const slip = slipBetween(typed, known);
  if (slip === undefined) return false;
  return name.length >= longEnough || slip === "swap" || typed.startsWith(`${name}.`);
}

/** Returns the slip between two texts: two swapped letters, or one letter that is missing, added or wrong. */
function slipBetween(typed: string, known: string): "swap" | "letter" | undefined {
  let start = 0;
  while (start < typed.length && typed[start] === known[start]) start += 1;
  let end = 0;
  const shorter = Math.min(typed.length, known.length) - start;
  while (end < shorter && typed.at(-1 - end) === known.at(-1 - end)) end += 1;
  const [left, right] = [typed, known].map((text) => text.slice(start, text.length - end));
  if (left === undefined || right === undefined) return undefined;
  if (left.length <= 1 && right.length <= 1) return "letter";
  const isSwap = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwap && right.length === 2 ? "swap" : undefined;
}
