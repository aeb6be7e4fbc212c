import type { ReactNode } from "react";
import {
  ActionLinks,
  BadgeList,
  CallToAction,
  FeatureGrid,
  Frame,
  Section,
  SectionHeading,
  SplitSection,
  StepList,
} from "../ui/section/sections.tsx";
import { VideoFacade } from "../ui/section/video-facade.tsx";
import { ContentImage } from "./images.tsx";
import { FaqList, RichText } from "./rich-text.tsx";
import type { FreePageQueryResult } from "./sanity.types.ts";

type BlockRegistry = {
  [Type in BlockType]: (props: { block: BlockContents[Type] }) => ReactNode;
};

/** Components by type of block. The code does not compile when a type has no component. */
const blockRegistry: BlockRegistry = {
  richTextBlock: RichTextBlock,
  featureListBlock: FeatureListBlock,
  stepListBlock: StepListBlock,
  faqListBlock: FaqListBlock,
  callToActionBlock: CallToActionBlock,
  heroBlock: HeroBlock,
  pictureBlock: PictureBlock,
  videoBlock: VideoBlock,
};

/** Renders one block of a page that editors compose. `type` and `block` must come from the same block. */
export function renderBlock<Type extends BlockType>(
  type: Type,
  block: BlockContents[Type],
): ReactNode {
  // The component is called as a function, because JSX would not check that `type` fits `block`.
  return blockRegistry[type]({ block });
}

type PageBlock = NonNullable<FreePageQueryResult>["blocks"][number];

export type BlockType = PageBlock["_type"];

export type BlockContents = {
  [Type in BlockType]: Extract<PageBlock, { _type: Type }>;
};

function CallToActionBlock({ block }: { block: BlockContents["callToActionBlock"] }) {
  return <CallToAction title={block.title} text={block.text} links={block.links} />;
}

/** Questions that editors selected. In each block, one question is open at a time. */
function FaqListBlock({ block }: { block: BlockContents["faqListBlock"] }) {
  return (
    <SplitSection title={block.title}>
      <FaqList name={`faq-${block._key}`} items={block.items} />
    </SplitSection>
  );
}

function FeatureListBlock({ block }: { block: BlockContents["featureListBlock"] }) {
  return (
    <Section title={block.title} intro={block.intro} tone="sand">
      <FeatureGrid items={block.items} />
    </Section>
  );
}

function RichTextBlock({ block }: { block: BlockContents["richTextBlock"] }) {
  return (
    <section className="page-width py-12">
      <div className="mx-auto max-w-[44rem]">
        <SectionHeading title={block.title} />
        <RichText value={block.body} />
      </div>
    </section>
  );
}

function StepListBlock({ block }: { block: BlockContents["stepListBlock"] }) {
  return (
    <Section title={block.title} tone="dark">
      <StepList items={block.items} />
    </Section>
  );
}

/** Text and buttons beside a framed picture. The title is an h2, because the page has its own h1. */
function HeroBlock({ block }: { block: BlockContents["heroBlock"] }) {
  const { title, tagline, badges, links, image } = block;
  return (
    <section className="isolate bg-sand-100 py-section">
      <div className="page-width">
        <div
          className={
            image?.asset
              ? "grid items-center gap-x-[clamp(3rem,6vw,6rem)] gap-y-18 lg:grid-cols-[7fr_5fr]"
              : "max-w-[58rem]"
          }
        >
          <div>
            <h2 className="text-heading">{title}</h2>
            <p className="text-soft mt-4 mb-8 max-w-[38rem] text-lead">{tagline}</p>
            <ActionLinks links={links} />
            <BadgeList badges={badges} />
          </div>
          {image?.asset && (
            <Frame>
              <ContentImage image={image} sizes="(min-width: 64rem) 34rem, 92vw" />
            </Frame>
          )}
        </div>
      </div>
    </section>
  );
}

function PictureBlock({ block }: { block: BlockContents["pictureBlock"] }) {
  return (
    <figure className="page-width py-12">
      <ContentImage
        image={block.image}
        sizes="(min-width: 80rem) 75rem, 92vw"
        className="h-auto w-full rounded-xl"
      />
      {block.caption && <figcaption className="text-soft mt-3 text-sm">{block.caption}</figcaption>}
    </figure>
  );
}

function VideoBlock({ block }: { block: BlockContents["videoBlock"] }) {
  const { title, text, url, playLabel, poster } = block;
  return (
    <Section title={title} intro={text} tone="sand" centered>
      <VideoFacade
        title={title}
        url={url}
        playLabel={playLabel}
        poster={<ContentImage image={poster} sizes="(min-width: 80rem) 75rem, 92vw" />}
      />
    </Section>
  );
}
