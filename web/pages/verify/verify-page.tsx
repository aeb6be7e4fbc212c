import { specimenPath } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import type { VerifyQueryResult } from "../../content/sanity.types.ts";
import { NativeVerifyLetter, VerifyLetter } from "../../features/verify-letter/verify-letter.tsx";
import { Spinner } from "../../ui/feedback/states.tsx";
import { useFragment } from "../../ui/layout/hooks.ts";
import type { PageProps } from "../define-page.ts";

/** Where the code of a letter leads, scanned or typed. */
export function VerifyPage({ content, path }: PageProps<VerifyQueryResult>) {
  const scanned = useFragment();
  return (
    <>
      <PageHead seo={null} path={path} title={content.title} noIndex />
      <section className="hero-band hero-sand">
        <div className="mx-auto w-full max-w-[46rem] px-gutter">
          <h1 className="text-heading">{content.title}</h1>
          <p className="text-soft mt-3">{content.intro}</p>
          <p className="mt-3">
            <a href={specimenPath} className="font-semibold text-petrol-700 underline">
              {content.specimenLabel}
            </a>
          </p>
          <div className="mt-8">
            {scanned === undefined ? (
              <>
                <div className="noscript:hidden">
                  <Spinner label={content.loadingLabel} />
                </div>
                <noscript>
                  {import.meta.env?.SSR && <NativeVerifyLetter texts={content} />}
                </noscript>
              </>
            ) : (
              <VerifyLetter key={scanned} scanned={scanned} texts={content} />
            )}
          </div>
        </div>
      </section>
    </>
  );
}
