import { SplitSection } from "../../ui/section/split-section.tsx";
import { FaqList } from "../faq-list.tsx";
import type { BlockContent } from "./block-content.ts";

/** Chosen questions; each block opens one of its own at a time. */
export function FaqListBlock({ block }: { block: BlockContent<"faqListBlock"> }) {
  return (
    <SplitSection title={block.title}>
      <FaqList name={`faq-${block._key}`} items={block.items} />
    </SplitSection>
  );
}
