/**
 * The pages that code leads to, by what they show (specification, section 2). The paths of the
 * others are in `web/pages` alone.
 */
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
  staffSearch: "/admin/busca",
  staffContracts: "/admin/contratos",
  staffClaims: "/admin/acionamentos",
  staffPayments: "/admin/pagamentos",
  staffPartnerships: "/admin/parcerias",
  staffMessages: "/admin/mensagens",
  staffMail: "/admin/emails",
  staffStatement: "/admin/extrato",
  staffTeam: "/admin/equipe",
  staffSecurity: "/admin/seguranca",
} as const;

/** The login screen with the client's tab shown; every link for tenants leads there. */
export const clientTabPath = `${paths.clientArea}?aba=cliente`;

/** The letter as landlords get it, with invented data: a PDF that the server draws. */
export const specimenPath = "/carta-de-exemplo.pdf";

/** Answers while the site's process does. */
export const healthPath = "/saude";
/** Answers whether this copy of the site may get visitors, and what they get. */
export const readyPath = "/saude/pronto";

/** Where editors' browsers go to see drafts; the server has these only where it has a token for them. */
export const previewPaths = {
  enable: "/api/preview/enable",
  disable: "/api/preview/disable",
  perspective: "/api/preview/perspective",
  files: "/api/preview/files",
} as const;

/** Ends the version of a page that shows what is published because its drafts are not complete. */
export const publishedInstead = "-publicada";

/** Names in a link to the contact page the product that a message will be about, by its slug. */
export const productParameter = "produto";
