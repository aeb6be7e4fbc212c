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

/** Every block the schema knows has its component here, or nothing compiles. */
const blockRegistry: BlockRegistry = {
  richTextBlock: RichTextBlock,
  featureListBlock: FeatureListBlock,
  stepListBlock: StepListBlock,
  faqListBlock: FaqListBlock,
  callToActionBlock: CallToActionBlock,
  heroBlock: HeroBlock,
  pictureBlock: PictureBlock,
  videoBlock: VideoBlock,
} satisfies BlockRegistry;

/** Draws one block of a free page; `type` and `block` come from the same block. */
export function renderBlock<Type extends BlockType>(
  type: Type,
  block: BlockContents[Type],
): ReactNode {
  // Called, not mounted as JSX, which loses the tie between a block and its component.
  return blockRegistry[type]({ block });
}

type PageBlock = NonNullable<FreePageQueryResult>["blocks"][number];

/** The name of every type of block that the schema allows on a free page. */
export type BlockType = PageBlock["_type"];

/** What the query gives for each type of block. */
export type BlockContents = {
  [Type in BlockType]: Extract<PageBlock, { _type: Type }>;
};

type BlockContent<Type extends BlockType> = BlockContents[Type];

/** An invitation with buttons. */
function CallToActionBlock({ block }: { block: BlockContent<"callToActionBlock"> }) {
  return <CallToAction title={block.title} text={block.text} links={block.links} />;
}

/** Chosen questions; each block opens one of its own at a time. */
function FaqListBlock({ block }: { block: BlockContent<"faqListBlock"> }) {
  return (
    <SplitSection title={block.title}>
      <FaqList name={`faq-${block._key}`} items={block.items} />
    </SplitSection>
  );
}

/** Cards under a title. */
function FeatureListBlock({ block }: { block: BlockContent<"featureListBlock"> }) {
  return (
    <Section title={block.title} intro={block.intro} tone="sand">
      <FeatureGrid items={block.items} />
    </Section>
  );
}

/** Running text with an optional title. */
function RichTextBlock({ block }: { block: BlockContent<"richTextBlock"> }) {
  return (
    <section className="page-width py-12">
      <div className="mx-auto max-w-[44rem]">
        <SectionHeading title={block.title} />
        <RichText value={block.body} />
      </div>
    </section>
  );
}

/** Numbered steps under a title. */
function StepListBlock({ block }: { block: BlockContent<"stepListBlock"> }) {
  return (
    <Section title={block.title} tone="dark">
      <StepList items={block.items} />
    </Section>
  );
}

/** Words and buttons beside a framed picture; its title is level 2, for a page has its own. */
function HeroBlock({ block }: { block: BlockContent<"heroBlock"> }) {
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

/** A picture across the page, with a line below it. */
function PictureBlock({ block }: { block: BlockContent<"pictureBlock"> }) {
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

/** A video behind its poster. */
function VideoBlock({ block }: { block: BlockContent<"videoBlock"> }) {
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
