import { lazy, Suspense } from "react";
import { specimenPath } from "../../config/paths.ts";
import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import { PictureSection } from "../../content/picture-section.tsx";
import type { LandlordsQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import type { CoverageContent } from "../../features/requests/applicant/read-coverage.ts";
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

// Product pages import this section dynamically. A static import here would put the same code into a second script.
const CoverageSection = lazy(async () => ({
  default: (await import("../../features/requests/applicant/coverage-section.tsx")).CoverageSection,
}));

const ClaimTimes = lazy(async () => ({
  default: (await import("../../features/claims/claim-times.tsx")).ClaimTimes,
}));

type LandlordsContent = NonNullable<LandlordsQueryResult> & { coverage: CoverageContent };

export function LandlordsPage({ content, path }: PageProps<LandlordsContent>) {
  const { hero, advantages, steps, coverage, claimTimes, picture, closing } = content;
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
        <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-4">
          <ActionLinks links={steps.links} look="accent" />
          {content.specimenLabel && (
            <a href={specimenPath} className="font-semibold underline">
              {content.specimenLabel}
            </a>
          )}
        </div>
      </Section>
      <Suspense>
        <CoverageSection content={coverage} reader="landlords" />
      </Suspense>
      {claimTimes && (
        <Suspense>
          <ClaimTimes texts={claimTimes} />
        </Suspense>
      )}
      <PictureSection picture={picture} mirrored />
      {closing && <CallToAction {...closing} />}
    </>
  );
}
