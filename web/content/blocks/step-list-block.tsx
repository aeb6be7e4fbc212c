import { Section } from "../../ui/section/section.tsx";
import { StepList } from "../../ui/section/step-list.tsx";
import type { BlockContent } from "./block-content.ts";

/** Numbered steps under a title. */
export function StepListBlock({ block }: { block: BlockContent<"stepListBlock"> }) {
  return (
    <Section title={block.title} tone="dark">
      <StepList items={block.items} />
    </Section>
  );
}
