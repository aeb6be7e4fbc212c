import { Suspense, lazy } from "react";
import { paths } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import { ContentImage, HeroMedia } from "../../content/images.tsx";
import { PictureSection } from "../../content/picture-section.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { ProductQueryResult } from "../../content/sanity.types.ts";
import { useSite } from "../../content/site-context.tsx";
import { PageTrail, StructuredData, service } from "../../content/structured-data.tsx";
import type { CoverageContent } from "../../features/estimate-coverage/read-coverage.ts";
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

// Few products show it: the others do not load it.
const CoverageSection = lazy(async () => ({
  default: (await import("../../features/estimate-coverage/coverage-section.tsx")).CoverageSection,
}));

/** A product; `coverage` is there where it shows how much the guarantee covers. */
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
 * The links of a product. The form of the guarantee is told, in the fragment, of which other product
 * somebody comes from, and says so.
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

/** The cards of the other products: image, name and summary; the link covers its card. */
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

/** A product's benefits in the layout of its look; without a title they stand in a row. */
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

/** What makes one product page look unlike the next, over the same skeleton. */
interface ProductLook {
  tone: HeroTone;
  frame: FrameShape;
  /** The picture stands before the text. */
  mirrored: boolean;
  closing: "panel" | "line";
  /** Benefits as cards in a row, in a square beside their title, or as rows. */
  benefits: "row" | "square" | "rows";
}

const looks = [
  { tone: "amber", frame: "tilt", mirrored: false, closing: "line", benefits: "row" },
  { tone: "night", frame: "window", mirrored: true, closing: "panel", benefits: "square" },
  { tone: "mint", frame: "circle", mirrored: false, closing: "line", benefits: "rows" },
  { tone: "petrol", frame: "leaf", mirrored: true, closing: "panel", benefits: "row" },
  { tone: "sand", frame: "arch", mirrored: false, closing: "line", benefits: "square" },
] as const satisfies readonly ProductLook[];

/** The look of the product at a place in the menu (from 0); a sixth product starts over. */
export function productLook(position: number): ProductLook {
  return looks[position % looks.length] ?? looks[0];
}
