import { FaqList } from "../../ui/faq-list.tsx";
import { SectionHeading } from "../../ui/section.tsx";
import { faqEntries } from "../faq-entries.tsx";
import type { BlockContent } from "./block-content.ts";

/** Chosen questions; each block opens one of its own at a time. */
export function FaqListBlock({ block }: { block: BlockContent<"faqListBlock"> }) {
  return (
    <section className="page-width grid gap-x-16 py-section lg:grid-cols-[2fr_3fr]">
      <SectionHeading title={block.title} />
      <FaqList name={`faq-${block._key}`} items={faqEntries(block.items)} />
    </section>
  );
}
