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
  terms: "/termos",
  privacy: "/privacidade",
  clientArea: "/area-cliente",
  contract: "/contrato",
  login: "/login",
  reviewSimulations: "/admin/simulacoes",
  staffContracts: "/admin/contratos",
  staffPartnerships: "/admin/parcerias",
  staffMessages: "/admin/mensagens",
  staffMail: "/admin/emails",
  staffTeam: "/admin/equipe",
  staffSecurity: "/admin/seguranca",
} as const;

/** The login screen with the client's tab shown; every link for tenants leads there. */
export const clientTabPath = `${paths.clientArea}?aba=cliente`;
