import { ActionLinks, tones } from "../ui/section/sections.tsx";
import { ContentImage, type ImageContent, cropRectangle, parseImageReference } from "./images.tsx";

export interface PictureContent {
  title: string;
  text: string;
  links: Parameters<typeof ActionLinks>[0]["links"];
  image: ImageContent;
}

interface PictureSectionProps {
  picture: PictureContent | null;
  tone?: keyof typeof tones;
  /** True when the picture is before the text on wide screens. */
  mirrored?: boolean;
}

/** Shows a screenshot beside text. A portrait screenshot gets a phone frame, any other a window frame. */
export function PictureSection({ picture, tone = "white", mirrored }: PictureSectionProps) {
  const asset = picture?.image.asset && parseImageReference(picture.image.asset._ref);
  if (!picture || !asset) return null;
  const { width, height } = cropRectangle(asset, picture.image.crop);
  const isPhone = height > width;
  return (
    <section className={`py-section ${tones[tone]}`}>
      <div className="page-width grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className={mirrored ? "lg:order-last" : undefined}>
          <h2 className="text-heading">{picture.title}</h2>
          <p className="text-soft mt-4 mb-8 text-lead">{picture.text}</p>
          <ActionLinks links={picture.links} />
        </div>
        <div
          className={`mx-auto w-full overflow-hidden rounded-lg border-petrol-950 ${isPhone ? "max-w-[22rem] border-8" : "max-w-[32rem] border border-t-[1.75rem]"}`}
        >
          <ContentImage
            image={picture.image}
            sizes={isPhone ? "22rem" : "(min-width: 36rem) 32rem, 92vw"}
            className="w-full"
          />
        </div>
      </div>
    </section>
  );
}
