const youtubeShape =
  /^https:\/\/(?:www\.)?(?:youtube\.com\/(?:watch\?v=|embed\/|shorts\/)|youtube-nocookie\.com\/embed\/|youtu\.be\/)[\w-]{11}(?:[?&#].*)?$/;

/** Accepts the addresses under which YouTube shows one video. */
export function checkYoutubeUrl(url: string | undefined): true | string {
  if (!url || youtubeShape.test(url)) return true;
  return "Cole o endereço do vídeo no YouTube, como https://www.youtube.com/watch?v=…";
}
