import { type FeatureItem, FeatureGrid } from "../ui/feature-grid.tsx";
import { FeatureRows } from "../ui/feature-rows.tsx";
import { SectionHeading } from "../ui/section.tsx";
import type { ProductLook } from "./product-look.ts";

interface ProductBenefitsProps {
  title: string;
  titleShown: boolean;
  items: readonly FeatureItem[];
  layout: ProductLook["benefits"];
}

/** A product's benefits in the layout of its look. */
export function ProductBenefits({ title, titleShown, items, layout }: ProductBenefitsProps) {
  const heading = titleShown ? (
    <SectionHeading title={title} />
  ) : (
    <h2 className="sr-only">{title}</h2>
  );
  if (layout === "row" || !titleShown) {
    return (
      <section className="page-width py-section">
        {heading}
        <FeatureGrid items={items} perRow="four" />
      </section>
    );
  }
  return (
    <section className="page-width grid gap-x-16 py-section lg:grid-cols-[2fr_3fr]">
      {heading}
      {layout === "square" ? (
        <FeatureGrid items={items} perRow="two" />
      ) : (
        <FeatureRows items={items} />
      )}
    </section>
  );
}
