const ID = /^[\w-]{11}$/;

/** The id of a YouTube video from any address people paste (watch, youtu.be, embed, shorts), or null. */
export function youtubeVideoId(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(www|m)\./, "");
  const [, first = "", second = ""] = pathname.split("/");
  const id = host === "youtu.be" ? first : (searchParams.get("v") ?? second);
  const known = ["youtu.be", "youtube.com", "youtube-nocookie.com"].includes(host);
  return known && ID.test(id) ? id : null;
}
