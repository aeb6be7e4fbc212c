/** Every path that code knows, by what it shows (specification, section 2). */
export const paths = {
  home: "/",
  about: "/quem-somos",
  howItWorks: "/como-funciona",
  tenants: "/locatarios",
  landlords: "/locadores",
  partners: "/parceiros",
  simulation: "/simular",
  contact: "/contato",
  terms: "/termos",
  clientArea: "/area-cliente",
  contract: "/contrato",
  login: "/login",
  newPassword: "/area-cliente/nova-senha",
  confirmEmail: "/area-cliente/confirmar-email",
  reviewSimulations: "/admin/simulacoes",
  staffTeam: "/admin/equipe",
  staffSecurity: "/admin/seguranca",
} as const;

/** The login screen with the client's tab shown; every link for tenants leads there. */
export const clientTabPath = `${paths.clientArea}?aba=cliente`;

/** Paths that show the home page until an editor publishes a page for them. */
export const homeAliases = ["/noticias", "/sobre", "/privacidade"] as const;
