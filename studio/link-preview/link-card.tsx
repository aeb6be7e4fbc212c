import { Text } from "@sanity/ui";
import type { CSSProperties } from "react";
import type { ChosenImage, DescribedLink, DrawnCard } from "./site-facts.ts";

interface LinkCardProps {
  link: DescribedLink;
  siteName: string;
  serviceArea: string;
  host: string;
  imageUrls: ReadonlyMap<string, string>;
}

export function LinkCard({ link, siteName, serviceArea, host, imageUrls }: LinkCardProps) {
  const { title, description, image } = link;
  const urlOf = ({ asset }: ChosenImage) => imageUrls.get(asset._ref);
  return (
    <figure style={figureStyle} data-testid="whatsapp-preview">
      <figcaption style={captionStyle}>
        <Text size={1} weight="medium">
          No WhatsApp e nas redes
        </Text>
      </figcaption>
      <div style={{ ...boxStyle, ...bubbleStyle }}>
        {image && "asset" in image && (
          <PreviewImage
            image={image}
            url={urlOf(image)}
            width={800}
            height={420}
            style={pictureStyle}
          />
        )}
        {image && "title" in image && (
          <Drawing card={image} siteName={siteName} serviceArea={serviceArea} urlOf={urlOf} />
        )}
        <div style={{ padding: "0.6rem 0.75rem" }}>
          <div style={{ ...clamp(2), fontWeight: 600 }}>{title}</div>
          <div style={{ ...clamp(2), margin: "2px 0", color: "#3b4a54" }}>{description}</div>
          <div style={{ fontSize: 12, color: "#4a5a63" }}>{host}</div>
        </div>
      </div>
      {image && "title" in image && (
        <div style={captionStyle}>
          <Text size={1} muted>
            Sem imagem escolhida, o site desenha uma parecida com esta.
          </Text>
        </div>
      )}
    </figure>
  );
}

interface DrawingProps {
  card: DrawnCard;
  siteName: string;
  serviceArea: string;
  urlOf: (image: ChosenImage) => string | undefined;
}

/** Imitates the preview picture that the site draws (`draw-page-card.ts`). */
function Drawing({ card, siteName, serviceArea, urlOf }: DrawingProps) {
  return (
    <div style={{ ...pictureStyle, ...drawingStyle }}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <div style={{ fontWeight: 800 }}>{siteName}</div>
        <div style={{ ...clamp(4), margin: "6px 0", fontSize: 20, fontWeight: 800 }}>
          {card.title}
        </div>
        <div style={{ fontSize: 12, color: "#b8edd7" }}>{serviceArea}</div>
      </div>
      {card.picture && (
        <PreviewImage
          image={card.picture}
          url={urlOf(card.picture)}
          width={424}
          height={498}
          style={archStyle}
        />
      )}
    </div>
  );
}

const clamp = (lines: number): CSSProperties => ({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: lines,
  overflow: "hidden",
});

const bubbleStyle: CSSProperties = {
  maxWidth: 420,
  padding: 0,
  background: "#e7fcdf",
  color: "#111b21",
  fontFamily: "system-ui, sans-serif",
  fontSize: 14,
  lineHeight: 1.35,
};
const pictureStyle: CSSProperties = {
  display: "block",
  width: "100%",
  aspectRatio: "1200 / 630",
  objectFit: "cover",
  background: "#c9d3d2",
};
const drawingStyle: CSSProperties = {
  display: "flex",
  alignItems: "center",
  gap: 12,
  boxSizing: "border-box",
  padding: "0 6%",
  background: "#0d5457",
  color: "#fff",
};
const archStyle: CSSProperties = {
  width: "36%",
  height: "80%",
  objectFit: "cover",
  borderRadius: "999px 999px 8px 8px",
};

interface PreviewImageProps {
  image: ChosenImage;
  url: string | undefined;
  width: number;
  height: number;
  style: React.CSSProperties;
}

function PreviewImage({ image, url, width, height, style }: PreviewImageProps) {
  const size = /-(\d+)x(\d+)\.\w+$/.exec(url ?? "");
  if (!size) return <div style={style} />;
  const [across, down] = [Number(size[1]), Number(size[2])];
  const { left, top, right, bottom } = image.crop ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const [x, y] = [left * across, top * down].map(Math.round);
  const [w, h] = [(1 - left - right) * across, (1 - top - bottom) * down].map(Math.round);
  const cut = `rect=${x},${y},${w},${h}&w=${width}&h=${height}&fit=crop`;
  return <img src={`${url}?${cut}`} alt={image.alt ?? ""} style={style} />;
}

/** Style of the previews for Google and WhatsApp, which stand side by side when the pane is wide enough. */
export const figureStyle: CSSProperties = { flex: "1 1 20rem", minWidth: 0, margin: 0 };

export const captionStyle: CSSProperties = { padding: "0.5rem 0" };

export const boxStyle: CSSProperties = {
  padding: "0.75rem",
  border: "1px solid #dadce0",
  borderRadius: 8,
  overflow: "hidden",
  overflowWrap: "anywhere",
};
