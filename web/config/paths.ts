/** Paths of the pages to which code links (specification section 2). All other paths are only in `web/pages`. */
export const paths = {
  home: "/",
  partners: "/parceiros",
  simulation: "/simular",
  contact: "/contato",
  tracking: "/acompanhar",
  verify: "/verificar",
  landlordArea: "/locador",
  terms: "/termos",
  privacy: "/privacidade",
  clientArea: "/area-cliente",
  contract: "/contrato",
  login: "/login",
  reviewSimulations: "/admin/simulacoes",
} as const;

/** Path of the login screen with the tab for clients selected. */
export const clientTabPath = `${paths.clientArea}?aba=cliente`;

/** Path of the sample guarantee letter, a PDF with invented data that the server draws. */
export const specimenPath = "/carta-de-exemplo.pdf";

/** Path of the liveness check, which responds as long as the site's process runs. */
export const healthPath = "/saude";
/** Path of the readiness check: whether this copy of the site is ready, and where its content comes from. */
export const readyPath = "/saude/pronto";

/** Paths for editors who preview drafts. The paths exist only when the server has a preview token. */
export const previewPaths = {
  enable: "/api/preview/enable",
  disable: "/api/preview/disable",
  perspective: "/api/preview/perspective",
  files: "/api/preview/files",
} as const;

/** Suffix of a page's version when the drafts are incomplete and the preview shows published content instead. */
export const publishedInstead = "-publicada";

/** Query parameter of links to the contact page. Its value is the slug of the product that the message concerns. */
export const productParameter = "produto";
