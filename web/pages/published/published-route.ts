import { defineQuery } from "groq";
import { data } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import {
  callToActionProjection,
  faqItemProjection,
  featureProjection,
  heroProjection,
  imageProjection,
  linkProjection,
  pictureProjection,
  richTextProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";
import { readCoverage } from "../../features/requests/applicant/read-coverage.ts";
import { type PageRequest, definePage } from "../define-page.ts";
import { homeQuery } from "../home/home-route.ts";
import { loadPrivacy, loadVersion } from "../legal/load-legal.ts";
import type { HomeAliasContent, PublishedContent } from "./published-page.tsx";

export const freePageQuery = /* @__PURE__ */ defineQuery(`*[_type == "page" && path == $path][0]{
  title,
  path,
  hero ${heroProjection},
  blocks[]{
    _key,
    _type,
    _type == "richTextBlock" => { title, body[] ${richTextProjection} },
    _type == "featureListBlock" => { title, intro, items[] ${featureProjection} },
    _type == "stepListBlock" => { title, items[] ${stepProjection} },
    _type == "faqListBlock" => { title, "items": items[]-> ${faqItemProjection} },
    _type == "callToActionBlock" => ${callToActionProjection},
    _type == "heroBlock" => ${heroProjection},
    _type == "pictureBlock" => { caption, image ${imageProjection} },
    _type == "videoBlock" => { title, text, url, playLabel, poster ${imageProjection} }
  },
  seo ${seoProjection}
}`);

export const notFoundQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "notFoundPage" && _id == "notFoundPage"][0]{
  code,
  title,
  linkLabel,
  language,
  intro,
  links[] ${linkProjection},
  seo ${seoProjection}
}`);

/** Content of the product with slug `$slug`. `position` is its place in the menu (from 0) and decides its look. */
export const productQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "product" && slug.current == $slug][0]{
  name,
  "path": "/" + slug.current,
  "position": count(*[_type == "product" && orderRank < ^.orderRank]),
  summary,
  hero ${heroProjection},
  benefits{ title, items[] ${featureProjection} },
  highlight{ title, layout, items[] ${stepProjection} },
  showsCoverage,
  picture ${pictureProjection},
  description{ title, body[] ${richTextProjection} },
  closing ${callToActionProjection},
  regulatoryNote,
  "othersTitle": *[_type == "navigation"][0].otherProductsTitle,
  "others": *[_type == "product" && defined(slug.current) && slug.current != $slug]
    | order(orderRank asc){
      _id, name, summary, "path": "/" + slug.current, "image": hero.image ${imageProjection}
    },
  seo ${seoProjection}
}`);

/** Loads the published document at a path (domain decisions 5 to 7), or a version of a legal text. */
async function loadPublished({
  path,
  read,
  published,
}: PageRequest): Promise<PublishedContent | undefined> {
  if (path === paths.privacy && published.hasPrivacyPolicy) {
    return { kind: "legal", content: await loadPrivacy(read) };
  }
  if (published.versions.has(path)) {
    return { kind: "legal", content: await loadVersion(read, path) };
  }
  if (published.pages.has(path)) {
    return { kind: "page", content: await read(freePageQuery, { path }) };
  }
  if (published.products.has(path)) {
    const product = await read(productQuery, { slug: path.slice(1) });
    const coverage = product.showsCoverage ? await readCoverage(read) : null;
    return { kind: "product", content: { ...product, coverage } };
  }
  return undefined;
}

/** Route for every path that no other page has. The route shows a product, an editor's page, or the 404 page. */
export const publishedRoute = definePage<PublishedContent>({
  path: "*",
  kind: "marketing",
  load:
    import.meta.env?.SSR &&
    (async (request) =>
      (await loadPublished(request)) ??
      data({ kind: "notFound", content: await request.read(notFoundQuery) }, { status: 404 })),
  page: async () => (await import("./published-page.tsx")).PublishedPage,
});

/** Paths that show the home page until an editor publishes a page for them (domain decision 5). */
export const homeAliases: readonly string[] = ["/noticias", "/sobre", "/privacidade"];

export const homeAliasRoute = definePage<HomeAliasContent>({
  path: homeAliases,
  kind: "marketing",
  load:
    import.meta.env?.SSR &&
    (async (request) =>
      (await loadPublished(request)) ?? { kind: "home", content: await request.read(homeQuery) }),
  page: async () => (await import("./published-page.tsx")).PublishedPage,
});
