import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Preview } from "@react-email/preview";
import type { CSSProperties, ReactNode } from "react";
import type { Company } from "../content/function-content.ts";
import { themeColors } from "./brand.ts";
import type { MailContent } from "./define-template.ts";

const { white, ink, muted, petrol100, petrol700, petrol800, petrol900, petrol950 } = themeColors;
const { mint300, sand100, sand300 } = themeColors;

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

/** Inline styles, because some mail programs ignore style sheets. */
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

const adaptiveStyles = `
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

/** Renders the whole e-mail: brand, content and signature. Mail programs need tables and inline styles. */
export function MailPage({ content, company }: { content: MailContent; company: Company }) {
  return (
    <html lang="pt-BR" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        <style>{adaptiveStyles}</style>
      </Head>
      <Body className="page" style={{ backgroundColor: colors.page, padding: "16px 12px 32px" }}>
        <Preview>{content.preview}</Preview>
        <Container>
          <Band name="brand" style={brandStyle}>
            <span style={brandNameStyle}>{company.brandName}</span>
          </Band>
          <Band name="card" style={cardStyle}>
            <h1 className="ink" style={styles.heading}>
              {content.heading}
            </h1>
            {content.body}
          </Band>
          <Band name="signature" style={{ padding: "20px 12px 0" }}>
            <Signature company={company} />
          </Band>
        </Container>
      </Body>
    </html>
  );
}

/** Renders a table cell as wide as the e-mail, because Outlook supports padding only in cells. */
function Band(props: { name: string; style: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <td className={props.name} style={props.style}>
            {props.children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Signature({ company }: { company: Company }) {
  const link = (email: string) => (
    <a href={`mailto:${email}`} style={{ color: colors.brand }}>
      {email}
    </a>
  );
  return (
    <p className="soft" style={{ ...styles.small, margin: 0, fontSize: "13px" }}>
      {company.legalName}
      <br />
      {`CNPJ ${company.cnpj}`}
      <br />
      {company.address}
      <br />
      {link(company.email)}
      <br />
      Dados pessoais (LGPD): {link(company.dataProtectionEmail)}
    </p>
  );
}

const brandStyle = {
  backgroundColor: colors.brand,
  padding: "18px 24px",
  borderRadius: "12px 12px 0 0",
  borderBottom: `4px solid ${colors.accent}`,
};
const brandNameStyle = {
  ...styles.text,
  fontSize: "22px",
  fontWeight: 800,
  letterSpacing: ".2px",
  color: colors.onBrand,
};
const cardStyle = {
  padding: "32px",
  wordBreak: "break-word",
  backgroundColor: colors.paper,
  borderRadius: "0 0 12px 12px",
} as const;
