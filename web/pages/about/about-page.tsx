import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import { RichText } from "../../content/rich-text.tsx";
import type { AboutQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import {
  CallToAction,
  FeatureGrid,
  Hero,
  Section,
  SplitSection,
} from "../../ui/section/sections.tsx";
import type { PageProps } from "../define-page.ts";

export function AboutPage({ content, path }: PageProps<AboutQueryResult>) {
  const { hero, mission, values, body, closing } = content;
  const icons = values.items.map(({ icon }) => icon);
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        notice={content.notice}
        media={<HeroMedia image={hero.image} icons={icons} shape="leaf" />}
      />
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
      {closing && <CallToAction {...closing} look="line" />}
    </>
  );
}
