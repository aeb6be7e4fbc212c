import { lazy, Suspense } from "react";
import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { HowItWorksQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import type { CoverageContent } from "../../features/requests/applicant/read-coverage.ts";
import { CallToAction, Hero, Section, StepList } from "../../ui/section/sections.tsx";
import type { PageProps } from "../define-page.ts";

// Product pages import this section dynamically. A static import here would put the same code into a second script.
const CoverageSection = lazy(async () => ({
  default: (await import("../../features/requests/applicant/coverage-section.tsx")).CoverageSection,
}));

type HowItWorksContent = NonNullable<HowItWorksQueryResult> & { coverage: CoverageContent };

export function HowItWorksPage({ content, path }: PageProps<HowItWorksContent>) {
  const { hero, steps, coverage, details, closing } = content;
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        tone="petrol"
        mirrored
        media={
          <HeroMedia
            image={hero.image}
            shape="window"
            icons={["search", "document", "check", "key"]}
            preview={false}
          />
        }
      />
      <Section title={steps.title} tone="dark">
        <StepList items={steps.items} />
      </Section>
      <Suspense>
        <CoverageSection content={coverage} reader="tenants" />
      </Suspense>
      {details && details.length > 0 && (
        <section className="band-white page-width py-section">
          <RichText value={details} className="rich-text-wide" />
        </section>
      )}
      {closing && <CallToAction {...closing} look="line" />}
    </>
  );
}
