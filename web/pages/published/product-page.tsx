import { Suspense, lazy } from "react";
import { paths } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import { ContentImage, HeroMedia } from "../../content/images.tsx";
import { PictureSection } from "../../content/picture-section.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { ProductQueryResult } from "../../content/sanity.types.ts";
import { useSite } from "../../content/site-context.tsx";
import { PageTrail, StructuredData, service } from "../../content/structured-data.tsx";
import type { CoverageContent } from "../../features/requests/applicant/read-coverage.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { FactList } from "../../ui/section/fact-list.tsx";
import {
  CallToAction,
  FeatureGrid,
  type FeatureItem,
  FeatureRows,
  type FrameShape,
  Hero,
  type HeroTone,
  Section,
  SplitSection,
  StepList,
} from "../../ui/section/sections.tsx";

// Only few products show the coverage section, so the section's code is loaded separately.
const CoverageSection = lazy(async () => ({
  default: (await import("../../features/requests/applicant/coverage-section.tsx")).CoverageSection,
}));

/** Content of a product page. `coverage` is null unless the product shows the coverage calculator. */
export type ProductContent = NonNullable<ProductQueryResult> & {
  coverage: CoverageContent | null;
};

export function ProductPage({ content }: { content: ProductContent }) {
  const { name, path, hero, benefits, highlight, coverage, picture, description, closing } =
    content;
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
      {import.meta.env.SSR && <StructuredData thing={service(site, content)} />}
      <Hero
        {...hero}
        links={ofProduct(content, hero.links)}
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
      <PictureSection picture={picture} mirrored={look.mirrored} />
      <SplitSection title={description.title} tone={highlight || coverage ? "white" : "sand"}>
        <RichText value={description.body} className="max-w-[44rem]" />
      </SplitSection>
      <OtherProducts title={content.othersTitle} products={content.others} />
      <CallToAction {...closing} links={ofProduct(content, closing.links)} look={look.closing} />
      {content.regulatoryNote && (
        <p className="text-soft page-width -mt-8 pb-section text-xs">{content.regulatoryNote}</p>
      )}
    </div>
  );
}

/**
 * Returns the product's links. Unless the product is the guarantee, its links to the simulation form get a fragment, so
 * that the form tells visitors that it is not for this product.
 */
function ofProduct<Link extends { href: string }>(
  { coverage, path }: ProductContent,
  links: readonly Link[] | null,
): readonly Link[] {
  if (coverage || !path) return links ?? [];
  return (links ?? []).map((link) =>
    link.href === paths.simulation ? { ...link, href: `${link.href}#${path.slice(1)}` } : link,
  );
}

interface OtherProductsProps {
  title: string | null;
  products: NonNullable<ProductQueryResult>["others"];
}

/** Shows cards of the other products with image, name and summary. The whole card is clickable. */
function OtherProducts({ title, products }: OtherProductsProps) {
  if (products.length === 0) return null;
  return (
    <Section title={title} tone="tint">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {products.map(({ _id, path, name, summary, image }) => (
          <li key={_id} className="card card-border relative gap-4 bg-white">
            <ContentImage
              image={image}
              sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 45vw, 92vw"
              className="aspect-[4/3] w-full rounded-md object-cover"
            />
            <div>
              <h3 className="text-card">
                <SiteLink href={path} className="after:absolute after:inset-0 hover:underline">
                  {name}
                </SiteLink>
              </h3>
              <p className="text-soft mt-2 text-sm lg:text-base">{summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ProductBenefitsProps {
  productName: string;
  title: string | null;
  items: readonly FeatureItem[];
  layout: ProductLook["benefits"];
}

/** Shows a product's benefits in the given layout, or in a row when the section has no title. */
function ProductBenefits({ productName, title, items, layout }: ProductBenefitsProps) {
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

interface ProductLook {
  tone: HeroTone;
  frame: FrameShape;
  mirrored: boolean;
  closing: "panel" | "line";
  /** Layout of the benefits: cards in a row, cards in a square beside the title, or rows of text. */
  benefits: "row" | "square" | "rows";
}

const looks = [
  { tone: "amber", frame: "tilt", mirrored: false, closing: "line", benefits: "row" },
  { tone: "night", frame: "window", mirrored: true, closing: "panel", benefits: "square" },
  { tone: "mint", frame: "circle", mirrored: false, closing: "line", benefits: "rows" },
  { tone: "petrol", frame: "leaf", mirrored: true, closing: "panel", benefits: "row" },
  { tone: "sand", frame: "arch", mirrored: false, closing: "line", benefits: "square" },
] as const satisfies readonly ProductLook[];

/** Returns the look for a product's position in the menu, counted from 0. Looks repeat from the sixth product on. */
export function productLook(position: number): ProductLook {
  return looks[position % looks.length] ?? looks[0];
}
