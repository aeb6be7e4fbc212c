import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import type { NotFoundQueryResult } from "../../content/sanity.types.ts";
import { ButtonLink, SiteLink } from "../../ui/layout/links.tsx";

/** Shows the page for unknown paths, with status 404, and logs the path (section 2 of the specification). */
export function NotFoundPage({ content }: { content: NonNullable<NotFoundQueryResult> }) {
  const { pathname } = useLocation();
  const { code, title, linkLabel, language, intro, links } = content;
  useEffect(() => {
    console.error(`404: ${pathname}`);
  }, [pathname]);

  return (
    <>
      <PageHead seo={content.seo} path={pathname} title={title} noIndex />
      <section className="hero-band hero-sand grid min-h-[80vh] content-center text-center">
        <div className="page-width">
          <h1>
            <span className="block text-[clamp(7rem,4rem+18vw,16rem)] leading-[0.9] font-extrabold tracking-[-0.05em] text-petrol-700">
              {code}
            </span>
            <span lang={language} className="mt-6 block text-heading">
              {title}
            </span>
          </h1>
          <ButtonLink href={paths.home} className="button-lg mt-8">
            <span lang={language}>{linkLabel}</span>
          </ButtonLink>
          <p className="mx-auto mt-12 max-w-[38rem]">{intro}</p>
          <ul className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-1">
            {links.map((link) => (
              <li key={link._key}>
                <SiteLink href={link.href} className="inline-block py-3 text-petrol-700 underline">
                  {link.label}
                </SiteLink>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
