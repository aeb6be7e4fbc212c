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
 * The markup of `/estilo`: the real tokens and components, in every state. `styles` is the text of
 * the style sheet. The development server alone asks for it: nothing of it reaches what is built.
 */
export function renderStyleGuide(styles: string): string {
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <main>
        <Chapter title="Guia de estilo da Payser">
          <p className="text-soft">Feito com os valores e os componentes que o site usa.</p>
        </Chapter>
        <Chapter title="Cores">
          <Palette colors={readTokens(styles, "color")} />
        </Chapter>
        <Chapter title="Tipografia">
          <TypeScale sizes={readTokens(styles, "text")} />
        </Chapter>
        <Chapter title="Espaços">
          <Swatches
            tokens={readTokens(styles, "spacing")}
            show={({ value }) => ({ width: value })}
          />
        </Chapter>
        <Chapter title="Cantos">
          <Swatches
            tokens={readTokens(styles, "radius")}
            show={({ value }) => ({ borderRadius: value })}
          />
        </Chapter>
        <Chapter title="Sombras">
          <Swatches
            tokens={readTokens(styles, "shadow")}
            show={({ value }) => ({ boxShadow: value, background: "#fff", borderRadius: "1.5rem" })}
          />
        </Chapter>
        <Chapter title="Botões">
          <ButtonSamples />
        </Chapter>
        <Chapter title="Campos">
          <FieldSamples />
        </Chapter>
        <Chapter title="Abas e etapas">
          <GuidingSamples />
        </Chapter>
        <Chapter title="Cartões">
          <CardSamples />
        </Chapter>
        <Chapter title="Fichas e tabelas">
          <SheetSamples />
        </Chapter>
        <Chapter title="Estados e avisos">
          <NoticeSamples />
        </Chapter>
        <Chapter title="Ícones">
          <IconSamples />
        </Chapter>
        <HeroSamples />
      </main>
    </MemoryRouter>,
  );
  return page;
}
