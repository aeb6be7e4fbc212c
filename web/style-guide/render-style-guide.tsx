import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import {
  CardSamples,
  HeroSamples,
  IconSamples,
  NoticeSamples,
  SheetSamples,
} from "./component-samples.tsx";
import { ButtonSamples, FieldSamples, GuidingSamples } from "./control-samples.tsx";
import { readTokens } from "./tokens.ts";
import { Chapter, Palette, Swatches, TypeScale } from "./token-samples.tsx";

/**
 * Renders the style guide at `/estilo`, with design tokens and components in every state. Only the development server
 * has this page. @param styles text of the style sheet
 */
export function renderStyleGuide(styles: string): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <main>
        <Chapter title="Guia de estilo da Payser">
          <p className="text-soft">Feito com os valores e os componentes que o site usa.</p>
        </Chapter>
        {Object.entries(chapters(styles)).map(([title, samples]) => (
          <Chapter key={title} title={title}>
            {samples}
          </Chapter>
        ))}
        <HeroSamples />
      </main>
    </MemoryRouter>,
  );
}

function chapters(styles: string): Record<string, ReactNode> {
  const tokens = (kind: string) => readTokens(styles, kind);
  const shadowed = { background: "#fff", borderRadius: "1.5rem" };
  return {
    Cores: <Palette colors={tokens("color")} />,
    Tipografia: <TypeScale sizes={tokens("text")} />,
    Espaços: <Swatches tokens={tokens("spacing")} show={({ value }) => ({ width: value })} />,
    Cantos: <Swatches tokens={tokens("radius")} show={({ value }) => ({ borderRadius: value })} />,
    Sombras: (
      <Swatches
        tokens={tokens("shadow")}
        show={({ value }) => ({ boxShadow: value, ...shadowed })}
      />
    ),
    Botões: <ButtonSamples />,
    Campos: <FieldSamples />,
    "Abas e etapas": <GuidingSamples />,
    Cartões: <CardSamples />,
    "Fichas e tabelas": <SheetSamples />,
    "Estados e avisos": <NoticeSamples />,
    Ícones: <IconSamples />,
  };
}
