import { FeatureGrid } from "../../ui/section/feature-grid.tsx";
import { Section } from "../../ui/section/section.tsx";
import type { BlockContent } from "./block-content.ts";

/** Cards under a title. */
export function FeatureListBlock({ block }: { block: BlockContent<"featureListBlock"> }) {
  return (
    <Section title={block.title} intro={block.intro} tone="sand">
      <FeatureGrid items={block.items} />
    </Section>
  );
}
