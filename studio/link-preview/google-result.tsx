import { Text } from "@sanity/ui";
import { useMemo } from "react";
import type { DescribedLink } from "./site-facts.ts";
import { boxStyle, captionStyle, figureStyle } from "./link-card.tsx";

/** Maximum width in pixels of a title in Google's results on a wide screen. */
const TITLE_WIDTH = 580;
const DESCRIPTION_WIDTH = 920;

interface GoogleResultProps {
  link: DescribedLink;
  siteName: string;
  /** Host of the page and segments of its path, which Google shows with “›” between them. */
  address: readonly string[];
}

export function GoogleResult({ link, siteName, address }: GoogleResultProps) {
  const measureTitle = useMemo(() => measureIn("20px Arial, sans-serif"), []);
  const measureDescription = useMemo(() => measureIn("14px Arial, sans-serif"), []);
  const title = cutText(link.title, TITLE_WIDTH, measureTitle);
  const description = cutText(link.description, DESCRIPTION_WIDTH, measureDescription);
  const cut = [
    title === link.title ? "" : "o título",
    description === link.description ? "" : "a descrição",
  ].filter(Boolean);

  return (
    <figure style={figureStyle} data-testid="google-preview">
      <figcaption style={captionStyle}>
        <Text size={1} weight="medium">
          No Google
        </Text>
      </figcaption>
      {link.isFound ? (
        <div style={{ ...boxStyle, background: "#fff", fontFamily: "Arial, sans-serif" }}>
          <div style={{ fontSize: 14, color: "#202124" }}>{siteName}</div>
          <div style={{ fontSize: 12, color: "#4d5156" }}>{address.join(" › ")}</div>
          <div style={titleStyle} data-testid="google-preview-title">
            {title}
          </div>
          <div style={{ fontSize: 14, lineHeight: 1.5, color: "#4d5156" }}>{description}</div>
        </div>
      ) : (
        <Text size={1} muted>
          Esta página não aparece em buscas: ela é de quem entra nela.
        </Text>
      )}
      {link.isFound && cut.length > 0 && (
        <output style={{ ...captionStyle, display: "block" }}>
          <Text size={1} muted>
            O Google corta {cut.join(" e ")} nas reticências.
          </Text>
        </output>
      )}
    </figure>
  );
}

const titleStyle = { margin: "4px 0", fontSize: 20, lineHeight: 1.3, color: "#1a0dab" };

/** Returns a function that measures text in a CSS font, with a canvas of the browser. */
function measureIn(font: string): MeasureText {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return (text) => text.length;
  context.font = font;
  return (text) => context.measureText(text).width;
}

/** Function that returns the width of a text in CSS pixels. */
type MeasureText = (text: string) => number;

/** Cuts a text to at most `width` pixels at the end of a word, and adds an ellipsis. Search engines do the same. */
export function cutText(text: string, width: number, measure: MeasureText): string {
  if (measure(text) <= width) return text;
  const words = text.split(" ");
  const fitting = words.findLastIndex(
    (_word, index) => measure(`${words.slice(0, index).join(" ")} …`) <= width,
  );
  return `${words.slice(0, Math.max(fitting, 1)).join(" ")} …`;
}
