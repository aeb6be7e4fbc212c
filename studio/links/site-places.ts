import { fixedPaths, homeFallbackPaths } from "../public-paths.ts";

/** How editors know the pages that the site has in code; the others go by their path. */
const titles: Readonly<Record<string, string>> = {
  "/": "Página inicial",
  "/quem-somos": "Quem somos",
  "/como-funciona": "Como funciona",
  "/locatarios": "Para locatários",
  "/locadores": "Para locadores",
  "/parceiros": "Seja parceiro",
  "/simular": "Simular",
  "/contato": "Fale conosco",
  "/acompanhar": "Acompanhar pedido",
  "/verificar": "Verificar carta",
  "/termos": "Termos",
  "/area-cliente": "Área do cliente",
  "/contrato": "Meu contrato",
  "/login": "Entrada da equipe",
  "/noticias": "Notícias",
  "/sobre": "Sobre",
  "/privacidade": "Privacidade",
};

/** The page with the contact form, which may be told the product that a message is about. */
export const contactPlace = "/contato";

/** Every path that the site answers whatever is published, those that editors link first. */
export const sitePlaces: readonly { value: string; title: string }[] = [
  ...Object.entries(titles).map(([path, title]) => ({ value: path, title: `${title} (${path})` })),
  ...[...fixedPaths, ...homeFallbackPaths]
    .filter((path) => !(path in titles))
    .map((path) => ({ value: path, title: path })),
];
