import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import type { SimulationQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import {
  type SimulationContent,
  SimulationForm,
} from "../../features/simulate/simulation-form.tsx";
import { Hero } from "../../ui/section/sections.tsx";

interface SimulationPageProps {
  content: SimulationContent & Pick<NonNullable<SimulationQueryResult>, "hero" | "seo">;
  path: string;
}

export function SimulationPage({ content, path }: SimulationPageProps) {
  const { hero } = content;
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        {...(hero.image ? { media: <HeroMedia image={hero.image} shape="leaf" /> } : {})}
        tone="mint"
      />
      <div className="page-width py-12 lg:py-section">
        <SimulationForm content={content} />
      </div>
    </>
  );
}
