/** Paths of pages that show each singleton, main page first. Singletons on no page, such as mail texts, are absent. */
export const pagesOfSingletons: Readonly<Record<string, readonly string[]>> = {
  homePage: ["/"],
  aboutPage: ["/quem-somos"],
  howItWorksPage: ["/como-funciona"],
  tenantsPage: ["/locatarios"],
  landlordsPage: ["/locadores"],
  partnersPage: ["/parceiros"],
  simulationPage: ["/simular"],
  contactPage: ["/contato"],
  termsPage: ["/termos"],
  privacyPolicy: ["/privacidade"],
  trackingPage: ["/acompanhar"],
  verifyPage: ["/verificar", "/locadores", "/parceiros"],
  landlordAreaPage: ["/locador"],
  clientAreaPage: [
    "/area-cliente",
    "/login",
    "/area-cliente/nova-senha",
    "/area-cliente/confirmar-email",
  ],
  contractPage: ["/contrato"],
  notFoundPage: ["/404"],
  navigation: ["/"],
  footer: ["/"],
  businessRules: ["/", "/simular", "/termos"],
  coverage: ["/como-funciona", "/locadores"],
  staffTexts: [
    "/admin/busca",
    "/admin/simulacoes",
    "/admin/contratos",
    "/admin/emails",
    "/admin/equipe",
    "/admin/auditoria",
    "/admin/limites",
    "/admin/extrato",
    "/admin/mensagens",
    "/admin/pagamentos",
    "/admin/a-pagar",
    "/admin/acionamentos",
    "/admin/parcerias",
    "/admin/seguranca",
  ],
  siteSettings: ["/", "/contato"],
};

/** Singletons that appear on several pages, but are not the main document of any page. */
const partsOfPages = ["navigation", "footer", "businessRules", "coverage", "siteSettings"];

/** Main singleton of each page that has a fixed path, by the path. */
export const singletonOfPage: ReadonlyMap<string, string> = new Map(
  Object.entries(pagesOfSingletons)
    .filter(([type]) => !partsOfPages.includes(type))
    .flatMap(([type, paths]) => paths.map((path) => [path, type] as const)),
);

/** Returns the path of the page that shows a document in its current state; undefined when no page shows it. */
export function pageOf(type: string, document: Readonly<Record<string, unknown>> | null) {
  const [shown] = pagesOfSingletons[type] ?? [];
  if (shown) return shown;
  if (type === "faqItem" || type === "partner") return "/";
  if (type === "product") {
    const slug = slugOf(document?.["slug"]);
    return slug && `/${slug}`;
  }
  const field = { page: "path", redirect: "from", legalVersion: "path" }[type];
  const path = field && document?.[field];
  return typeof path === "string" && path.startsWith("/") ? path : undefined;
}

function slugOf(slug: unknown): string | undefined {
  if (typeof slug !== "object" || slug === null || !("current" in slug)) return undefined;
  return typeof slug.current === "string" ? slug.current : undefined;
}
