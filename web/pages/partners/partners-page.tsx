import { HeroMedia } from "../../content/hero-media.tsx";
import { PageHead } from "../../content/page-head.tsx";
import type { PartnersQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data/page-trail.tsx";
import { PartnershipForm } from "../../features/become-a-partner/partnership-form.tsx";
import { FeatureGrid } from "../../ui/section/feature-grid.tsx";
import { Hero } from "../../ui/section/hero.tsx";
import { Section } from "../../ui/section/section.tsx";
import { SplitSection } from "../../ui/section/split-section.tsx";
import { StepList } from "../../ui/section/step-list.tsx";
import type { PageProps } from "../define-page.ts";

export function PartnersPage({ content, path }: PageProps<PartnersQueryResult>) {
  const { hero, advantages, steps, form } = content;
  const icons = advantages.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        media={<HeroMedia image={hero.image} icons={icons} shape="window" preview={false} />}
      />
      <Section title={advantages.title}>
        <FeatureGrid items={advantages.items} perRow="four" />
      </Section>
      <Section title={steps.title} tone="dark">
        <StepList items={steps.items} />
      </Section>
      <SplitSection title={form.title} intro={form.intro} tone="sand">
        <PartnershipForm texts={form} />
      </SplitSection>
    </>
  );
}
