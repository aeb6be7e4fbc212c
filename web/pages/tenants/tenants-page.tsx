import { HeroMedia } from "../../content/hero-media.tsx";
import { PageHead } from "../../content/page-head.tsx";
import type { TenantsQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data/page-trail.tsx";
import { CallToAction } from "../../ui/section/call-to-action.tsx";
import { FeatureRows } from "../../ui/section/feature-rows.tsx";
import { Hero } from "../../ui/section/hero.tsx";
import { SplitSection } from "../../ui/section/split-section.tsx";
import type { PageProps } from "../define-page.ts";

export function TenantsPage({ content, path }: PageProps<TenantsQueryResult>) {
  const { hero, advantages, closing } = content;
  const icons = advantages.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        tone="mint"
        media={<HeroMedia image={hero.image} icons={icons} shape="circle" />}
      />
      <SplitSection title={advantages.title}>
        <FeatureRows items={advantages.items} />
      </SplitSection>
      <CallToAction {...closing} />
    </>
  );
}
