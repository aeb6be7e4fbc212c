import { defineQuery } from "groq";
import {
  callToActionProjection,
  featureProjection,
  heroProjection,
  imageProjection,
  richTextProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";

/** A product by `$slug`; `position` (from 0) is its place in the menu and chooses its look. */
export const productQuery = defineQuery(`*[_type == "product" && slug.current == $slug][0]{
  name,
  "path": "/" + slug.current,
  "position": count(*[_type == "product" && orderRank < ^.orderRank]),
  summary,
  hero ${heroProjection},
  benefits{ title, items[] ${featureProjection} },
  highlight{ title, layout, items[] ${stepProjection} },
  showsCoverage,
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
