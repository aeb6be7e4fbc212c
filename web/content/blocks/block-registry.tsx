import type { ReactNode } from "react";
import type { BlockContents, BlockType } from "./block-content.ts";
import { CallToActionBlock } from "./call-to-action-block.tsx";
import { FaqListBlock } from "./faq-list-block.tsx";
import { FeatureListBlock } from "./feature-list-block.tsx";
import { RichTextBlock } from "./rich-text-block.tsx";
import { StepListBlock } from "./step-list-block.tsx";

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
