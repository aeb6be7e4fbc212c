import type { ChosenImage } from "./page-of-document.ts";

interface PreviewImageProps {
  image: ChosenImage;
  url: string | undefined;
  width: number;
  height: number;
  style: React.CSSProperties;
}

/** An image of the content as the site cuts it for link previews. */
export function PreviewImage({ image, url, width, height, style }: PreviewImageProps) {
  const size = /-(\d+)x(\d+)\.\w+$/.exec(url ?? "");
  if (!size) return <div style={style} />;
  const [across, down] = [Number(size[1]), Number(size[2])];
  const { left, top, right, bottom } = image.crop ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const [x, y] = [left * across, top * down].map(Math.round);
  const [w, h] = [(1 - left - right) * across, (1 - top - bottom) * down].map(Math.round);
  const cut = `rect=${x},${y},${w},${h}&w=${width}&h=${height}&fit=crop`;
  return <img src={`${url}?${cut}`} alt={image.alt ?? ""} style={style} />;
}
