/** Endings that mail programs and chats turn into links; a Brazilian name ends in .xyz.br. */
const endings =
  "com|net|org|info|biz|io|app|dev|xyz|site|online|website|store|shop|top|link|click|live|page|space|club|fun|vip|bet|pro|tech|cloud|digital|ly|gl|gg|to|cc|tk|ru|cn|example|[a-z]{2,4}[.]br";

const links = new RegExp(
  `://|(?:^|[^\\p{L}\\p{N}])www[.]|[\\p{L}\\p{N}-]{2}[.](?:${endings})(?=$|[^\\p{L}\\p{N}])`,
  "iu",
);

/**
 * Whether a line holds the address of a site, or of a mailbox, which none of ours asks for in
 * words: "https://…", "www.…", "nome.com.br". Abbreviations ("Av.Brasil", "Rod.BR-376") are none.
 * The database has the same rule, private.has_link.
 */
export function hasLink(text: string): boolean {
  return links.test(text);
}
