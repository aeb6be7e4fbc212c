import { clauseAnchorProjection, richTextProjection, seoProjection } from "./projections.ts";

/** What a legal document says. */
const legalTextProjection = `
  title,
  intro,
  issuer[] ${richTextProjection},
  clauses[]{ _key, "anchor": ${clauseAnchorProjection}, number, title, limitsRights, body[] ${richTextProjection} }`;

const versionHeading = `version, number, path, "inForceSince": coalesce(inForceSince, _createdAt)`;

/** A version that is kept, whole. */
export const legalVersionProjection = `{ ${versionHeading}, subject, ${legalTextProjection} }`;

const labels = `
  versionLabel,
  inForceLabel,
  history{
    title, currentLabel, olderNote, currentLink, changesTitle, changesIntro, addedLabel,
    removedLabel, addedClause, removedClause, emphasisOnly
  },
  seo ${seoProjection}`;

/** The terms with the words around them and their versions, newest first. */
export const termsProjection = `{
  "isDraft": _originalId in path("drafts.**") || _originalId in path("versions.**"),
  ${legalTextProjection},
  limitsRightsNote,
  "newest": *[_type == "legalVersion" && subject == "termsPage"] | order(number desc)[0] ${legalVersionProjection},
  "versions": *[_type == "legalVersion" && subject == "termsPage"] | order(number desc){ ${versionHeading} },
  ${labels}
}`;

/** The privacy policy, the same. */
export const privacyProjection = `{
  "isDraft": _originalId in path("drafts.**") || _originalId in path("versions.**"),
  ${legalTextProjection},
  "newest": *[_type == "legalVersion" && subject == "privacyPolicy"] | order(number desc)[0] ${legalVersionProjection},
  "versions": *[_type == "legalVersion" && subject == "privacyPolicy"] | order(number desc){ ${versionHeading} },
  ${labels}
}`;
