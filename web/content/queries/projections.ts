/** An image with what the page needs to reserve its place and show it cropped. */
export const imageProjection = `{
  asset,
  hotspot,
  crop,
  alt,
  "lqip": asset->metadata.lqip,
  "color": select(asset->metadata.isOpaque => asset->metadata.palette.dominant.background),
  "dimensions": asset->metadata.dimensions
}`;

/**
 * The one address of a link, whatever it leads to. Without a kind it is of a former release, which
 * kept the address alone.
 */
export const linkAddress = `coalesce(
    select(
      kind == "document" =>
        coalesce("/" + document->slug.current, document->path) + coalesce("#" + anchor, ""),
      kind == "place" =>
        place + coalesce("?produto=" + product->slug.current, "") + coalesce("#" + anchor, ""),
      href
    ),
    "/"
  )`;

export const linkProjection = `{ _key, label, "href": ${linkAddress} }`;

/** Whose page it is, for the head of what is printed. */
export const companyProjection = `*[_type == "siteSettings" && _id == "siteSettings"][0]{
    email,
    phone,
    legalName,
    cnpj,
    address{ street, district, city, state, postalCode }
  }`;

/** What the fields for a password need to know of the settings: no other page carries it. */
export const passwordWordsProjection = `*[_type == "siteSettings" && _id == "siteSettings"][0]{ showPassword, hidePassword }`;

/** The id of a clause on its page, by its key: a link to it survives another numbering. */
export const clauseAnchorProjection = `"clausula-" + _key`;

export const featureProjection = `{ _key, icon, title, text }`;

export const stepProjection = `{ _key, title, text }`;

export const richTextProjection = `{
  ...,
  _type == "imageWithAlt" => ${imageProjection},
  _type == "block" => {
    "markDefs": coalesce(markDefs[]{ _key, _type, "href": ${linkAddress} }, [])
  }
}`;

export const seoProjection = `{ title, description, image ${imageProjection} }`;

export const heroProjection = `{
  title,
  tagline,
  badges,
  links[] ${linkProjection},
  image ${imageProjection}
}`;

/** What the guarantee does not cover, in a sentence, for pages that offer it. */
export const coverageNoticeProjection = `*[_type == "coverage" && _id == "coverage"][0].notice{
    text,
    link ${linkProjection}
  }`;

/** The words of the link to the letter that is an example. */
export const specimenLabelProjection = `*[_type == "verifyPage" && _id == "verifyPage"][0].specimenLabel`;

export const callToActionProjection = `{ title, text, links[] ${linkProjection} }`;

/** A screen below the first one: its place is held by its colour, so it needs no blurred preview. */
export const pictureProjection = `{
  title,
  text,
  links[] ${linkProjection},
  image{
    asset,
    hotspot,
    crop,
    alt,
    "color": select(asset->metadata.isOpaque => asset->metadata.palette.dominant.background)
  }
}`;

export const faqItemProjection = `{ _id, question, answer[] ${richTextProjection} }`;

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
    title, olderNote, currentLink, changesTitle, changesIntro, addedLabel,
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
