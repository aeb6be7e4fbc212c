import { lazy, Suspense } from "react";
import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { ProductQueryResult } from "../../content/sanity.types.ts";
import { useSite } from "../../content/site-context.tsx";
import { PageTrail, StructuredData, service } from "../../content/structured-data.tsx";
import type { CoverageContent } from "../../features/estimate-coverage/read-coverage.ts";
import { CallToAction, Hero, Section, SplitSection, StepList } from "../../ui/section/sections.tsx";
import { FactList } from "../../ui/section/facts.tsx";
import { OtherProducts } from "./other-products.tsx";
import { ProductBenefits } from "./product-benefits.tsx";
import { productLook } from "./product-look.ts";

// Few products show it: the others do not load it.
const CoverageSection = lazy(async () => ({
  default: (await import("../../features/estimate-coverage/coverage-section.tsx")).CoverageSection,
}));

/** A product; `coverage` is there where it shows how much the guarantee covers. */
export type ProductContent = NonNullable<ProductQueryResult> & {
  coverage: CoverageContent | null;
};

export function ProductPage({ content }: { content: ProductContent }) {
  const { name, path, hero, benefits, highlight, coverage, description, closing } = content;
  const site = useSite();
  const look = productLook(content.position);
  const icons = benefits.items.map(({ icon }) => icon);
  return (
    <div className={`product-${look.tone}`}>
      <PageHead
        seo={content.seo}
        path={path}
        title={name}
        description={content.summary}
        hero={hero}
      />
      <PageTrail name={name} path={path} />
      <StructuredData thing={service(site, content)} />
      <Hero
        {...hero}
        tone={look.tone}
        mirrored={look.mirrored}
        media={
          <HeroMedia image={hero.image} icons={icons} shape={look.frame} preview={!coverage} />
        }
      />
      <ProductBenefits
        productName={name}
        title={benefits.title}
        items={benefits.items}
        layout={look.benefits}
      />
      {highlight && (
        <Section title={highlight.title} tone={look.tone === "night" ? "dark" : "tint"}>
          {highlight.layout === "steps" ? (
            <StepList items={highlight.items} />
          ) : (
            <FactList items={highlight.items} />
          )}
        </Section>
      )}
      {coverage && (
        <Suspense>
          <CoverageSection content={coverage} reader="tenants" />
        </Suspense>
      )}
      <SplitSection title={description.title} tone={highlight || coverage ? "white" : "sand"}>
        <RichText value={description.body} className="max-w-[44rem]" />
      </SplitSection>
      <OtherProducts title={content.othersTitle} products={content.others} />
      <CallToAction {...closing} />
      {content.regulatoryNote && (
        <p className="text-soft page-width -mt-8 pb-section text-xs">{content.regulatoryNote}</p>
      )}
    </div>
  );
}
