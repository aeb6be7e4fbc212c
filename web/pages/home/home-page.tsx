import { FaqList, faqPage } from "../../content/rich-text.tsx";
import { ContentImage, HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import type { HomeQueryResult } from "../../content/sanity.types.ts";
import {
  CallToAction,
  FeatureGrid,
  Hero,
  Section,
  SplitSection,
  StepList,
} from "../../ui/section/sections.tsx";
import { LogoCarousel } from "../../ui/section/logo-carousel.tsx";
import { StructuredData } from "../../content/structured-data.tsx";
import { VideoFacade } from "../../ui/section/video-facade.tsx";
import { paths } from "../../config/paths.ts";

export function HomePage({ content }: { content: NonNullable<HomeQueryResult> }) {
  const { hero, partners, video, benefits, steps, faq, closing } = content;
  return (
    <>
      <PageHead seo={content.seo} path={paths.home} hero={hero} />
      {import.meta.env.SSR && faq.items.length > 0 && <StructuredData thing={faqPage(faq.items)} />}
      <Hero
        {...hero}
        notice={content.notice}
        display
        media={
          <HeroMedia
            image={hero.image}
            icons={benefits.items.map(({ icon }) => icon)}
            preview={false}
          />
        }
      />
      {partners.length > 0 && (
        <section className="page-width py-12">
          <h2 className="text-soft mb-6 text-center text-sm font-semibold tracking-normal">
            {content.partnersTitle}
          </h2>
          <LogoCarousel
            // Swiper reorders the slides, so React must not update them. A new key makes React replace the carousel.
            key={partners.map(({ _id, logo }) => _id + logo.asset?._ref).join()}
            label={content.partnersTitle}
            previousLabel={content.previousLabel}
            nextLabel={content.nextLabel}
            items={partners.map(({ _id, logo, url }) => ({
              id: _id,
              href: url,
              logo: <ContentImage image={logo} sizes="18rem" />,
            }))}
          />
        </section>
      )}
      <Section title={video.title} intro={video.text} tone="sand" centered>
        <VideoFacade
          title={video.title}
          url={video.url}
          playLabel={video.playLabel}
          poster={
            <ContentImage
              image={video.poster}
              sizes="(min-width: 80rem) 75rem, 92vw"
              className="size-full object-cover"
            />
          }
        />
      </Section>
      <Section title={benefits.title} intro={benefits.intro}>
        <FeatureGrid items={benefits.items} />
      </Section>
      <Section title={steps.title} intro={steps.intro} tone="dark">
        <StepList items={steps.items} />
      </Section>
      <SplitSection title={faq.title} intro={faq.intro}>
        <FaqList name="faq" items={faq.items} />
      </SplitSection>
      <CallToAction {...closing} />
    </>
  );
}
