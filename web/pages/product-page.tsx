import { HeroMedia } from "../content/hero-media.tsx";
import { PageHead } from "../content/page-head.tsx";
import { RichText } from "../content/rich-text.tsx";
import type { ProductQueryResult } from "../content/sanity.types.ts";
import { useSite } from "../content/site-context.tsx";
import { PageTrail } from "../content/structured-data/page-trail.tsx";
import { service } from "../content/structured-data/service.ts";
import { CallToAction } from "../ui/call-to-action.tsx";
import { Hero } from "../ui/hero.tsx";
import { SectionHeading } from "../ui/section.tsx";
import { StructuredData } from "../ui/structured-data.tsx";
import { ProductBenefits } from "./product-benefits.tsx";
import { productLook } from "./product-look.ts";

export function ProductPage({ content }: { content: NonNullable<ProductQueryResult> }) {
  const { name, path, hero, benefits, description, closing, regulatoryNote } = content;
  const site = useSite();
  const look = productLook(content.position);
  const icons = benefits.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={name} description={content.summary} />
      <PageTrail name={name} path={path} />
      <StructuredData thing={service(site, content)} />
      <Hero
        {...hero}
        tone={look.tone}
        mirrored={look.mirrored}
        media={<HeroMedia image={hero.image} icons={icons} shape={look.frame} />}
      />
      <ProductBenefits
        // Without a title of its own the section still has a heading for those who cannot see it.
        title={benefits.title ?? name}
        titleShown={Boolean(benefits.title)}
        items={benefits.items}
        layout={look.benefits}
      />
      <section className="bg-sand-100 py-section">
        <div className="page-width grid gap-x-16 lg:grid-cols-[2fr_3fr]">
          <SectionHeading title={description.title} />
          <RichText value={description.body} className="max-w-[44rem]" />
        </div>
      </section>
      <CallToAction {...closing} />
      {regulatoryNote && (
        <p className="text-soft page-width -mt-8 pb-section text-xs">{regulatoryNote}</p>
      )}
    </>
  );
}
