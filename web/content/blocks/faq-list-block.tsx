import { FaqList } from "../../ui/section/faq-list.tsx";
import { SplitSection } from "../../ui/section/split-section.tsx";
import { faqEntries } from "../faq-entries.tsx";
import type { BlockContent } from "./block-content.ts";

/** Chosen questions; each block opens one of its own at a time. */
export function FaqListBlock({ block }: { block: BlockContent<"faqListBlock"> }) {
  return (
    <SplitSection title={block.title}>
      <FaqList name={`faq-${block._key}`} items={faqEntries(block.items)} />
    </SplitSection>
  );
}
