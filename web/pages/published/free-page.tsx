import { Fragment } from "react";
import { renderBlock } from "../../content/blocks.tsx";
import { PageHead } from "../../content/head.tsx";
import { HeroMedia } from "../../content/images.tsx";
import type { FreePageQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import { Hero } from "../../ui/section/sections.tsx";

export function FreePage({ content }: { content: NonNullable<FreePageQueryResult> }) {
  const { title, path, hero, blocks } = content;
  return (
    <>
      <PageHead seo={content.seo} path={path} title={title} hero={hero} />
      <PageTrail name={title} path={path} />
      {hero ? (
        <Hero {...hero} {...(hero.image ? { media: <HeroMedia image={hero.image} /> } : {})} />
      ) : (
        <div className="below-header page-width pb-8 print:p-0">
          <h1 className="mx-auto max-w-[44rem] text-title">{title}</h1>
        </div>
      )}
      {blocks.map((block) => (
        <Fragment key={block._key}>{renderBlock(block._type, block)}</Fragment>
      ))}
    </>
  );
}
