import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import type { NotFoundQueryResult } from "../../content/sanity.types.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";

/** Shown with status 404; the missing path goes to the console (specification, section 2). */
export function NotFoundPage({ content }: { content: NonNullable<NotFoundQueryResult> }) {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error(`404: ${pathname}`);
  }, [pathname]);

  return (
    <>
      <PageHead seo={content.seo} path={pathname} title={content.title} noIndex />
      <section className="hero-band hero-sand grid min-h-[80vh] content-center text-center">
        <div className="page-width">
          <h1>
            <span className="block text-[clamp(7rem,4rem+18vw,16rem)] leading-[0.9] font-extrabold tracking-[-0.05em] text-petrol-700">
              {content.code}
            </span>
            <span className="mt-6 block text-heading">{content.title}</span>
          </h1>
          <ButtonLink href={paths.home} className="button-lg mt-8">
            {content.linkLabel}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}
