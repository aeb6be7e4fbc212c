import {
  cropRectangle,
  parseImageReference,
} from "../../supabase/functions/_shared/contracts/image-reference.ts";
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
  const asset = parseImageReference(image.asset._ref);
  if (!url || !asset) return <div style={style} />;
  const { x, y, width: w, height: h } = cropRectangle(asset, image.crop);
  const cut = `rect=${x},${y},${w},${h}&w=${width}&h=${height}&fit=crop`;
  return <img src={`${url}?${cut}`} alt={image.alt ?? ""} style={style} />;
}
