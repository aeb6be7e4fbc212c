import { HeroMedia } from "../../content/hero-media.tsx";
import { PageHead } from "../../content/page-head.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { HowItWorksQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data/page-trail.tsx";
import { CallToAction } from "../../ui/section/call-to-action.tsx";
import { Hero } from "../../ui/section/hero.tsx";
import { Section } from "../../ui/section/section.tsx";
import { StepList } from "../../ui/section/step-list.tsx";
import type { PageProps } from "../define-page.ts";

export function HowItWorksPage({ content, path }: PageProps<HowItWorksQueryResult>) {
  const { hero, steps, details, closing } = content;
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
          />
        }
      />
      <Section title={steps.title} tone="dark">
        <StepList items={steps.items} />
      </Section>
      {details && details.length > 0 && (
        <section className="band-white page-width py-section">
          <RichText value={details} className="rich-text-wide" />
        </section>
      )}
      <CallToAction {...closing} />
    </>
  );
}
