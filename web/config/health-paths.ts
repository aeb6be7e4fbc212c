/** Answers while the site's process does. */
export const healthPath = "/saude";
/** Answers whether this copy of the site may get visitors, and what they get. */
export const readyPath = "/saude/pronto";
