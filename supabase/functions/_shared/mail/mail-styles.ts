import type { CSSProperties } from "react";
import { themeColors } from "./brand.ts";

const { white, ink, muted, petrol100, petrol700, petrol800, petrol900, petrol950 } = themeColors;
const { mint300, sand100, sand300 } = themeColors;

/** What the colours of the theme are for in e-mails. */
export const colors = {
  page: sand100,
  paper: white,
  brand: petrol700,
  onBrand: white,
  accent: mint300,
  ink,
  soft: muted,
  line: sand300,
};

const font = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Inline, because not every mailbox reads style sheets. */
export const styles = {
  text: {
    margin: "0 0 16px",
    fontFamily: font,
    fontSize: "16px",
    lineHeight: "1.55",
    color: colors.ink,
  },
  small: { fontFamily: font, fontSize: "14px", lineHeight: "1.5", color: colors.soft },
  heading: {
    margin: "0 0 16px",
    fontFamily: font,
    fontSize: "24px",
    lineHeight: "1.25",
    color: colors.brand,
  },
} satisfies Record<string, CSSProperties>;

/** For mailboxes that follow the system's dark colours, and for phones. */
export const adaptiveStyles = `
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background: ${petrol950} !important; }
  .card { background: ${petrol900} !important; }
  .panel { background: ${petrol800} !important; border-color: ${mint300} !important; }
  .ink { color: ${sand100} !important; }
  .soft, .soft a { color: ${petrol100} !important; }
  .action { background: ${mint300} !important; color: ${ink} !important; }
  .row { border-color: ${petrol700} !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
`;
