import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import type { SimulationQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import {
  type SimulationContent,
  SimulationForm,
} from "../../features/requests/applicant/simulation-form.tsx";
import type { CoverageContent } from "../../features/requests/applicant/read-coverage.ts";
import { RentLimit } from "../../features/requests/applicant/rent-limit.tsx";
import { useFragment, useHydrated } from "../../ui/layout/hooks.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { Hero } from "../../ui/section/sections.tsx";
import { paths, productParameter } from "../../config/paths.ts";

type QueryResult = NonNullable<SimulationQueryResult>;

interface SimulationPageProps {
  content: SimulationContent &
    Pick<QueryResult, "hero" | "notice" | "seo" | "aside"> & {
      /** Other products, each with a text for visitors who come from the page of that product. */
      others: { slug: string; text: string; linkLabel: string }[];
      coverage: Pick<CoverageContent, "calculator" | "limit" | "fee" | "rules">;
    };
  path: string;
}

export function SimulationPage({ content, path }: SimulationPageProps) {
  const { hero } = content;
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <SimulationForm
        content={content}
        opening={
          <>
            <Hero
              {...hero}
              notice={content.notice}
              {...(hero.image ? { media: <HeroMedia image={hero.image} shape="leaf" /> } : {})}
              tone="mint"
              compact
            />
            <FromOtherProduct products={content.others} />
          </>
        }
        aside={<Aside texts={content.aside} coverage={content.coverage} />}
      />
    </>
  );
}

/**
 * Tells visitors from another product's page that this form is not for that product. The CSS selector `:target` shows
 * the text when JavaScript is off.
 */
function FromOtherProduct({ products }: { products: SimulationPageProps["content"]["others"] }) {
  const fragment = useFragment();
  return products.map(({ slug, text, linkLabel }) => (
    <p
      key={slug}
      id={slug}
      className={`page-width scroll-mt-20 pt-4 font-semibold ${fragment === slug ? "" : "not-target:hidden"}`}
    >
      {text}{" "}
      <SiteLink href={`${paths.contact}?${productParameter}=${slug}`} className="underline">
        {linkLabel}
      </SiteLink>
    </p>
  ));
}

interface AsideProps {
  texts: QueryResult["aside"];
  coverage: SimulationPageProps["content"]["coverage"];
}

/** Shows the coverage, the documents that applicants need, and the time until staff answer. */
function Aside({ texts, coverage }: AsideProps) {
  // The server leaves this part out, because the HTML must fit into the first network round trip.
  if (!useHydrated()) return null;
  return (
    <aside className="grid gap-6 text-sm">
      <section className="rounded-lg bg-mint-100 p-5" aria-labelledby="limite">
        <h2 id="limite" className="text-base">
          {texts.limitTitle}
        </h2>
        <div className="mt-2">
          <RentLimit content={coverage} rentId="rentalValue" prompt={texts.limitPrompt} />
        </div>
      </section>
      <section>
        <h2 className="text-base">{texts.handTitle}</h2>
        <ul className="mt-2 list-disc pl-5">
          {texts.handItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className="text-base">{texts.answerTitle}</h2>
        <p className="text-soft mt-2">{texts.answerText}</p>
      </section>
    </aside>
  );
}
