import { SectionHeading } from "../../ui/section/section.tsx";
import { RichText } from "../rich-text.tsx";
import type { BlockContent } from "./block-content.ts";

/** Running text with an optional title. */
export function RichTextBlock({ block }: { block: BlockContent<"richTextBlock"> }) {
  return (
    <section className="page-width py-12">
      <div className="mx-auto max-w-[44rem]">
        <SectionHeading title={block.title} />
        <RichText value={block.body} />
      </div>
    </section>
  );
}
