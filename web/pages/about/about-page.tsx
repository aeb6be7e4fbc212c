import { HeroMedia } from "../../content/hero-media.tsx";
import { PageHead } from "../../content/page-head.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { AboutQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data/page-trail.tsx";
import { CallToAction } from "../../ui/section/call-to-action.tsx";
import { FeatureGrid } from "../../ui/section/feature-grid.tsx";
import { Hero } from "../../ui/section/hero.tsx";
import { Section } from "../../ui/section/section.tsx";
import { SplitSection } from "../../ui/section/split-section.tsx";
import type { PageProps } from "../define-page.ts";

export function AboutPage({ content, path }: PageProps<AboutQueryResult>) {
  const { hero, mission, values, body, closing } = content;
  const icons = values.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero {...hero} media={<HeroMedia image={hero.image} icons={icons} shape="leaf" />} />
      <SplitSection title={mission.title}>
        <p className="max-w-[40rem] text-lead font-medium">{mission.text}</p>
      </SplitSection>
      <Section title={values.title} tone="sand">
        <FeatureGrid
          items={values.items}
          perRow={values.items.length % 3 === 0 ? "three" : "four"}
        />
      </Section>
      <section className="band-white page-width py-section">
        <RichText value={body} className="rich-text-wide" />
      </section>
      <CallToAction {...closing} />
    </>
  );
}
