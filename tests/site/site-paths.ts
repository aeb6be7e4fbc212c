/** Show the home page until a page is published for them (specification section 2). */
export const homeAliases = ["/noticias", "/sobre", "/privacidade"];

/** Both show the sign-in screen (domain decision 3). */
export const accountPaths = ["/area-cliente", "/login"];

/** Shown to who has signed in, or came by a link in an e-mail. */
export const privatePaths = [
  "/area-cliente/nova-senha",
  "/area-cliente/confirmar-email",
  "/contrato",
  "/admin/simulacoes",
  "/admin/equipe",
  "/admin/seguranca",
];

export const unknownPath = "/pagina-que-nao-existe";

export const productPaths = [
  "/pag-payser",
  "/payser-card",
  "/pix-payser",
  "/payser-gestao",
  "/payser-fianca",
];

/** The pages of the specification, section 2, that search engines should find. */
export const publicPaths = [
  "/",
  "/quem-somos",
  "/como-funciona",
  "/locatarios",
  "/locadores",
  "/parceiros",
  "/contato",
  "/simular",
  "/termos",
  ...productPaths,
];

/** The paths that the sitemap lists. */
export async function readSitemapPaths(siteUrl: string): Promise<string[]> {
  const sitemap = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => {
    if (!address.startsWith(siteUrl)) throw new Error(`Not an address of this site: ${address}`);
    return address.slice(siteUrl.length) || "/";
  });
}
