import { defineQuery } from "groq";
import {
  clauseAnchorProjection,
  richTextProjection,
  seoProjection,
} from "../../content/queries/projections.ts";

export const termsQuery = defineQuery(`*[_type == "termsPage" && _id == "termsPage"][0]{
  title,
  intro,
  issuer[] ${richTextProjection},
  clauses[]{ _key, "anchor": ${clauseAnchorProjection}, number, title, limitsRights, body[] ${richTextProjection} },
  version,
  inForceSince,
  limitsRightsNote,
  versionLabel,
  inForceLabel,
  seo ${seoProjection}
}`);
