import { Frame, type FrameShape } from "../ui/section/frame.tsx";
import type { IconName } from "../ui/brand/icon-name.ts";
import { IconScene } from "../ui/section/icon-scene.tsx";
import { ContentImage, type ImageContent } from "./content-image.tsx";

interface HeroMediaProps {
  image: ImageContent | null;
  shape?: FrameShape;
  /** False where the page's HTML already fills the first round trip. */
  preview?: boolean;
  /** Drawn when there is no image. */
  icons?: readonly IconName[];
}

/** The framed picture of a hero: an editor's image, or a drawing of the page's icons. */
export function HeroMedia({ image, shape, preview = true, icons = [] }: HeroMediaProps) {
  const picture = image?.asset ? (
    <ContentImage image={image} sizes="(min-width: 64rem) 34rem, 92vw" priority preview={preview} />
  ) : (
    <IconScene icons={icons} />
  );
  return <Frame {...(shape ? { shape } : {})}>{picture}</Frame>;
}
