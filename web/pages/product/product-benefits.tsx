import {
  FeatureGrid,
  type FeatureItem,
  FeatureRows,
  Section,
  SplitSection,
} from "../../ui/section/sections.tsx";
import type { ProductLook } from "./product-look.ts";

interface ProductBenefitsProps {
  productName: string;
  title: string | null;
  items: readonly FeatureItem[];
  layout: ProductLook["benefits"];
}

/** A product's benefits in the layout of its look; without a title they stand in a row. */
export function ProductBenefits({ productName, title, items, layout }: ProductBenefitsProps) {
  if (!title || layout === "row") {
    return (
      <Section title={title}>
        {!title && <h2 className="sr-only">{productName}</h2>}
        <FeatureGrid items={items} perRow="four" />
      </Section>
    );
  }
  return (
    <SplitSection title={title}>
      {layout === "square" ? (
        <FeatureGrid items={items} perRow="two" />
      ) : (
        <FeatureRows items={items} />
      )}
    </SplitSection>
  );
}
