import { specimenPath } from "../../config/paths.ts";
import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import { PictureSection } from "../../content/picture-section.tsx";
import type { PartnersQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import { PartnershipForm } from "../../features/partners/applicant/partnership-form.tsx";
import { FeatureGrid, Hero, Section, SplitSection, StepList } from "../../ui/section/sections.tsx";
import type { PageProps } from "../define-page.ts";

export function PartnersPage({ content, path }: PageProps<PartnersQueryResult>) {
  const { hero, advantages, steps, picture, form } = content;
  const icons = advantages.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        notice={content.notice}
        media={<HeroMedia image={hero.image} icons={icons} shape="window" preview={false} />}
      />
      <Section title={advantages.title}>
        <FeatureGrid items={advantages.items} perRow="four" />
      </Section>
      <Section title={steps.title} tone="dark">
        <StepList items={steps.items} />
        {content.specimenLabel && (
          <a href={specimenPath} className="mt-10 inline-block font-semibold underline">
            {content.specimenLabel}
          </a>
        )}
      </Section>
      <PictureSection picture={picture} />
      <SplitSection title={form.title} intro={form.intro} tone="sand">
        <PartnershipForm content={content} />
      </SplitSection>
    </>
  );
}
