import type { ReactNode } from "react";
import { type PageHeadProps, PageHead } from "../content/head.tsx";

interface TaskPageProps {
  seo?: PageHeadProps["seo"];
  path: string;
  title: string;
  intro?: ReactNode;
  isNarrow?: boolean;
  children: ReactNode;
}

/** Lays out a page for a single task, which search engines do not list. */
export function TaskPage({
  seo = null,
  path,
  title,
  intro,
  isNarrow = false,
  children,
}: TaskPageProps) {
  return (
    <>
      <PageHead seo={seo} path={path} title={title} noIndex />
      <section className="hero-band hero-sand">
        <div className={`mx-auto w-full px-gutter ${isNarrow ? "max-w-[32rem]" : "max-w-[46rem]"}`}>
          <h1 className="text-heading">{title}</h1>
          {intro && <p className="text-soft mt-3">{intro}</p>}
          {children}
        </div>
      </section>
    </>
  );
}
