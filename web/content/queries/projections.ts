/** Projection of an image, with the data for cropping the image and for reserving its space on the page. */
export const imageProjection = `{
  asset,
  hotspot,
  crop,
  alt,
  "lqip": asset->metadata.lqip,
  "color": select(asset->metadata.isOpaque => asset->metadata.palette.dominant.background),
  "dimensions": asset->metadata.dimensions
}`;

/** Path or URL of a link. A link without a kind comes from a former release, which stored only the URL. */
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

export const companyProjection = `*[_type == "siteSettings" && _id == "siteSettings"][0]{
    email,
    phone,
    legalName,
    cnpj,
    address{ street, district, city, state, postalCode }
  }`;

/** Query for the texts of password fields. Only pages with password fields load these texts. */
export const passwordWordsProjection = `*[_type == "siteSettings" && _id == "siteSettings"][0]{ showPassword, hidePassword }`;

/** HTML id of a clause, made from the clause's key. Links therefore stay valid when clauses are renumbered. */
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

/** Query for the sentence about exclusions. All pages that offer the guarantee show this sentence. */
export const coverageNoticeProjection = `*[_type == "coverage" && _id == "coverage"][0].notice{
    text,
    link ${linkProjection}
  }`;

export const specimenLabelProjection = `*[_type == "verifyPage" && _id == "verifyPage"][0].specimenLabel`;

export const callToActionProjection = `{ title, text, links[] ${linkProjection} }`;

/** Projection of a picture below the first screen. Its placeholder is a colour and not a blurred preview. */
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

const legalTextProjection = `
  title,
  intro,
  issuer[] ${richTextProjection},
  clauses[]{ _key, "anchor": ${clauseAnchorProjection}, number, title, limitsRights, body[] ${richTextProjection} }`;

const versionHeading = `version, number, path, "inForceSince": coalesce(inForceSince, _createdAt)`;

/** Projection of a stored version of a legal document. */
export const legalVersionProjection = `{ ${versionHeading}, subject, ${legalTextProjection} }`;

const labels = `
  versionLabel,
  inForceLabel,
  history{
    title, olderNote, currentLink, changesTitle, changesIntro, addedLabel,
    removedLabel, addedClause, removedClause, emphasisOnly
  },
  seo ${seoProjection}`;

/** Projection of the terms, newest version first. */
export const termsProjection = `{
  "isDraft": _originalId in path("drafts.**") || _originalId in path("versions.**"),
  ${legalTextProjection},
  limitsRightsNote,
  "newest": *[_type == "legalVersion" && subject == "termsPage"] | order(number desc)[0] ${legalVersionProjection},
  "versions": *[_type == "legalVersion" && subject == "termsPage"] | order(number desc){ ${versionHeading} },
  ${labels}
}`;

/** Projection of the privacy policy, newest version first. */
export const privacyProjection = `{
  "isDraft": _originalId in path("drafts.**") || _originalId in path("versions.**"),
  ${legalTextProjection},
  "newest": *[_type == "legalVersion" && subject == "privacyPolicy"] | order(number desc)[0] ${legalVersionProjection},
  "versions": *[_type == "legalVersion" && subject == "privacyPolicy"] | order(number desc){ ${versionHeading} },
  ${labels}
}`;
