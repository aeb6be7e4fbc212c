import { paths } from "../config/paths.ts";
import { HeroMedia } from "../content/hero-media.tsx";
import { PageHead } from "../content/page-head.tsx";
import type { PartnersQueryResult } from "../content/sanity.types.ts";
import { PageTrail } from "../content/structured-data/page-trail.tsx";
import { PartnershipForm } from "../features/become-a-partner/partnership-form.tsx";
import { FeatureGrid } from "../ui/feature-grid.tsx";
import { Hero } from "../ui/hero.tsx";
import { Section, SectionHeading } from "../ui/section.tsx";
import { StepList } from "../ui/step-list.tsx";

export function PartnersPage({ content }: { content: NonNullable<PartnersQueryResult> }) {
  const { hero, advantages, steps, form } = content;
  const icons = advantages.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead
        seo={content.seo}
        path={paths.partners}
        title={hero.title}
        description={hero.tagline}
      />
      <PageTrail name={hero.title} path={paths.partners} />
      <Hero {...hero} media={<HeroMedia image={hero.image} icons={icons} shape="window" />} />
      <Section title={advantages.title}>
        <FeatureGrid items={advantages.items} perRow="four" />
      </Section>
      <Section title={steps.title} tone="dark">
        <StepList items={steps.items} />
      </Section>
      <section className="bg-sand-100 py-section">
        <div className="page-width grid gap-x-16 lg:grid-cols-[2fr_3fr]">
          <SectionHeading title={form.title} intro={form.intro} />
          <PartnershipForm texts={form} />
        </div>
      </section>
    </>
  );
}
