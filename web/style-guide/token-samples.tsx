import type { CSSProperties, ReactNode } from "react";
import { type Token, contrastRatio } from "./tokens.ts";

// The style guide uses inline styles, because its own classes would end up in the site's style sheet.
const row: CSSProperties = {
  display: "grid",
  gap: "1rem",
  gridTemplateColumns: "repeat(auto-fill, minmax(13rem, 1fr))",
};
const WHITE = "#ffffff";
const INK = "#062a2d";
const AA = 4.5;

/** Shows each colour with two contrast ratios: as text colour on white, and as background of dark text. */
export function Palette({ colors }: { colors: readonly Token[] }) {
  return (
    <ul style={row}>
      {colors.map(({ name, value }) => (
        <li key={name} className="card card-border" style={{ padding: "0.75rem" }}>
          <div
            style={{
              height: "4rem",
              borderRadius: "0.5rem",
              background: value,
              border: "1px solid #ddd1bd",
            }}
          />
          <p className="text-sm font-semibold">{name}</p>
          <p className="text-soft text-xs">{value}</p>
          <Contrast label="em branco" ratio={contrastRatio(value, WHITE)} />
          <Contrast label="sob tinta" ratio={contrastRatio(value, INK)} />
        </li>
      ))}
    </ul>
  );
}

function Contrast({ label, ratio }: { label: string; ratio: number }) {
  return (
    <p className="text-xs">
      {ratio.toFixed(1).replace(".", ",")} : 1 {label} {ratio >= AA ? "✓ AA" : "—"}
    </p>
  );
}

export function TypeScale({ sizes }: { sizes: readonly Token[] }) {
  return (
    <ul style={{ display: "grid", gap: "1.5rem" }}>
      {sizes.map(({ name, value }) => (
        <li key={name}>
          <p className="text-soft text-xs">
            {name}: {value}
          </p>
          <p style={{ fontSize: value, lineHeight: 1.2 }}>Alugue seu imóvel sem fiador</p>
        </li>
      ))}
    </ul>
  );
}

interface SwatchesProps {
  tokens: readonly Token[];
  /** Returns the inline style of an element that shows the token's value. */
  show: (token: Token) => CSSProperties;
}

export function Swatches({ tokens, show }: SwatchesProps) {
  return (
    <ul style={row}>
      {tokens.map((token) => (
        <li key={token.name}>
          <div style={{ height: "5rem", background: "#d6e8e6", ...show(token) }} />
          <p className="text-sm font-semibold">{token.name}</p>
          <p className="text-soft text-xs">{token.value}</p>
        </li>
      ))}
    </ul>
  );
}

export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="page-width" style={{ paddingBlock: "2.5rem" }}>
      <h2 className="text-heading" style={{ marginBottom: "1.5rem" }}>
        {title}
      </h2>
      {children}
    </section>
  );
}
