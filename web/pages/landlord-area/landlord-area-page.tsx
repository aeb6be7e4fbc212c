import { PageHead } from "../../content/head.tsx";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { LandlordInspections } from "../../features/inspections/landlord-inspections.tsx";
import { LandlordArea, LostLandlordLink } from "../../features/landlord-area/landlord-area.tsx";
import { Spinner } from "../../ui/feedback/states.tsx";
import { useFragment } from "../../ui/layout/hooks.ts";
import type { PageProps } from "../define-page.ts";

/** Where the link of every mail to a landlord leads. */
export function LandlordAreaPage({ content, path }: PageProps<LandlordAreaQueryResult>) {
  const secret = useFragment();
  return (
    <>
      <PageHead seo={null} path={path} title={content.title} noIndex />
      <section className="hero-band hero-sand">
        <div className="mx-auto w-full max-w-[46rem] px-gutter">
          <h1 className="text-heading">{content.title}</h1>
          <p className="text-soft mt-3">{content.intro}</p>
          <div className="mt-8">
            {secret === undefined && (
              <div className="noscript:hidden">
                <Spinner label={content.loadingLabel} />
              </div>
            )}
            {secret === null && (
              <LostLandlordLink texts={content.lost} title={content.lost.title} />
            )}
            {secret && (
              <LandlordArea
                key={secret}
                secret={secret}
                texts={content}
                renderInspections={(contract, onChange) => (
                  <LandlordInspections
                    contract={contract}
                    secret={secret}
                    texts={content.inspections}
                    calendar={content.calendar}
                    onChange={onChange}
                  />
                )}
              />
            )}
          </div>
        </div>
      </section>
    </>
  );
}
