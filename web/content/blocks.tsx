import type { ReactNode } from "react";
import {
  CallToAction,
  FeatureGrid,
  Section,
  SectionHeading,
  SplitSection,
  StepList,
} from "../ui/section/sections.tsx";
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
