import { lazy, Suspense } from "react";
import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import { PictureSection } from "../../content/picture-section.tsx";
import type { LandlordsQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import type { CoverageContent } from "../../features/estimate-coverage/read-coverage.ts";
import {
  ActionLinks,
  CallToAction,
  FeatureRows,
  Hero,
  Section,
  SplitSection,
  StepList,
} from "../../ui/section/sections.tsx";
import type { PageProps } from "../define-page.ts";

// A product loads it when it shows it; imported here besides, it would be two scripts.
const CoverageSection = lazy(async () => ({
  default: (await import("../../features/estimate-coverage/coverage-section.tsx")).CoverageSection,
}));

type LandlordsContent = NonNullable<LandlordsQueryResult> & { coverage: CoverageContent };

export function LandlordsPage({ content, path }: PageProps<LandlordsContent>) {
  const { hero, advantages, steps, coverage, picture, closing } = content;
  const icons = advantages.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        tone="amber"
        mirrored
        media={<HeroMedia image={hero.image} icons={icons} shape="tilt" />}
      />
      <SplitSection title={advantages.title}>
        <FeatureRows items={advantages.items} />
      </SplitSection>
      <Section title={steps.title} tone="dark">
        <StepList items={steps.items} />
        {steps.links && (
          <div className="mt-10">
            <ActionLinks links={steps.links} look="accent" />
          </div>
        )}
      </Section>
      <Suspense>
        <CoverageSection content={coverage} reader="landlords" />
      </Suspense>
      <PictureSection picture={picture} mirrored />
      {closing && <CallToAction {...closing} />}
    </>
  );
}
