import { defineQuery } from "groq";
import {
  callToActionProjection,
  faqItemProjection,
  featureProjection,
  heroProjection,
  richTextProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";

/** A page that an editor composed of blocks, by its `$path`. */
export const freePageQuery = defineQuery(`*[_type == "page" && path == $path][0]{
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
    _type == "callToActionBlock" => ${callToActionProjection}
  },
  seo ${seoProjection}
}`);
