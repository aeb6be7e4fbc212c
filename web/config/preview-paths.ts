/** Where editors' browsers go to see drafts; the server has these only where it has a token for them. */
export const previewPaths = {
  enable: "/api/preview/enable",
  disable: "/api/preview/disable",
  perspective: "/api/preview/perspective",
  files: "/api/preview/files",
} as const;

/** Ends the version of a page that shows what is published because its drafts are not complete. */
export const publishedInstead = "-publicada";
