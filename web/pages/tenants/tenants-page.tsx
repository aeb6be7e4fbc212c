import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import { PictureSection } from "../../content/picture-section.tsx";
import type { TenantsQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import { CallToAction, FeatureRows, Hero, SplitSection } from "../../ui/section/sections.tsx";
import type { PageProps } from "../define-page.ts";

export function TenantsPage({ content, path }: PageProps<TenantsQueryResult>) {
  const { hero, advantages, picture, closing } = content;
  const icons = advantages.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        notice={content.notice}
        tone="mint"
        media={<HeroMedia image={hero.image} icons={icons} shape="circle" />}
      />
      <SplitSection title={advantages.title}>
        <FeatureRows items={advantages.items} />
      </SplitSection>
      <PictureSection picture={picture} tone="sand" />
      {closing && <CallToAction {...closing} look="band" />}
    </>
  );
}
