/** An image with what the page needs to reserve its place and show it cropped. */
export const imageProjection = `{
  asset,
  hotspot,
  crop,
  alt,
  "lqip": asset->metadata.lqip,
  "dimensions": asset->metadata.dimensions
}`;

export const linkProjection = `{ _key, label, href }`;

/** The id of a clause on its page, by its key: a link to it survives another numbering. */
export const clauseAnchorProjection = `"clausula-" + _key`;

export const featureProjection = `{ _key, icon, title, text }`;

export const stepProjection = `{ _key, title, text }`;

export const richTextProjection = `{
  ...,
  _type == "imageWithAlt" => ${imageProjection}
}`;

export const seoProjection = `{ title, description, image ${imageProjection} }`;

export const heroProjection = `{
  title,
  tagline,
  badges,
  links[] ${linkProjection},
  image ${imageProjection}
}`;

export const callToActionProjection = `{ title, text, links[] ${linkProjection} }`;

export const faqItemProjection = `{ _id, question, answer[] ${richTextProjection} }`;
