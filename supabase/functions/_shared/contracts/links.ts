/** Endings that mail programs and chats turn into links; a Brazilian name ends in .xyz.br. */
const endings =
  "com|net|org|info|biz|io|app|dev|xyz|site|online|website|store|shop|top|link|click|live|page|space|club|fun|vip|bet|pro|tech|cloud|digital|ly|gl|gg|to|cc|tk|ru|cn|example|[a-z]{2,4}[.]br";

/** Hosts that shorten, or open a chat, and are links by their name alone; their endings are no others'. */
const shortHosts =
  "rb[.]gy|bit[.]do|is[.]gd|v[.]gd|x[.]gd|wa[.]me|t[.]me|m[.]me|fb[.]me|qr[.]ae|s[.]id|abre[.]ai|encr[.]pw|shorturl[.]at|lnkd[.]in|linktr[.]ee|youtu[.]be|kutt[.]it|bl[.]ink|1drv[.]ms|tr[.]im|cli[.]re|rebrand[.]ly";

/** What people write before a name without a space: "Av.Brasil/Centro", "Cia.Ltda/ME". */
const abbreviations =
  "av|al|tv|est|rod|rua|jd|vl|pq|pç|pca|lg|cj|conj|cond|res|ed|edif|bl|ap|apto|apt|sl|lj|qd|lt|km|sr|sra|srs|dr|dra|prof|profa|eng|pe|fr|sta|sto|gal|cel|mal|cap|maj|sgt|pres|gov|dep|sen|ver|des|min|cia|ind|com|repr|adm|assoc|coop|imob|cont|dist|serv";

const letter = "[\\p{L}\\p{Nd}]";
const links = new RegExp(
  [
    "://",
    `(?:^|[^\\p{L}\\p{Nd}])www[.]`,
    `[\\p{L}\\p{Nd}-]{2}[.](?:${endings})(?!${letter})`,
    `(?<![\\p{L}\\p{Nd}.-])(?:${shortHosts})(?!${letter})`,
    // A host with something after it. Two letters are a country, but "Rod.BR/376" is a road.
    `[\\p{L}\\p{Nd}-][.](?!br[/?#])[a-z]{2}[/?#][^\\s]`,
    `(?<![\\p{L}\\p{Nd}-])(?!(?:${abbreviations})[.])[\\p{L}\\p{Nd}-]{2,}[.](?!(?:ltda|eireli|epp)[/?#])(?:\\p{L}{3,}|xn--[a-z0-9-]+)[/?#][^\\s]`,
  ].join("|"),
  "iu",
);

/**
 * Whether a line holds the address of a site, or of a mailbox, which none of ours asks for in
 * words: "https://…", "www.…", "nome.com.br", "wa.me", any host with a path. Abbreviations
 * ("Av.Brasil/Centro", "Rod.BR-376") and numbers ("1.200/mês") are none.
 * The database has the same rule, private.has_link.
 */
export function hasLink(text: string): boolean {
  return links.test(text);
}
