import { Button } from "@react-email/button";
import { Fragment } from "react";
import * as z from "zod/mini";
import { type SentField, columnOf, writeSent } from "#contracts/fields/sent-fields.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { type PixPayee, pixCodeOf } from "#contracts/payments/pix.ts";
import { withoutLinks } from "./mail-formats.ts";
import { colors, styles } from "./mail-page.tsx";

/** Renders a paragraph. Line breaks are kept, here and in all other parts. */
export function Paragraph({ children }: { children: string }) {
  return (
    <p className="ink" style={styles.text}>
      <Lines text={children} />
    </p>
  );
}

export function Note({ children }: { children: string }) {
  return (
    <p className="soft" style={{ margin: "0 0 16px", ...styles.small }}>
      <Lines text={children} />
    </p>
  );
}

export function Quote({ title, children }: { title: string; children: string }) {
  return (
    <div className="panel" style={panelStyle}>
      <p className="soft quote-title" style={{ margin: "0 0 4px", ...styles.small }}>
        {title}
      </p>
      <blockquote className="ink" style={{ ...styles.text, margin: 0 }}>
        <Lines text={children} />
      </blockquote>
    </div>
  );
}

/** Renders limits of rights in bold, so that readers notice them (CDC, art. 54, § 4). */
export function Warning({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div className="panel" style={panelStyle}>
      <p className="ink" style={{ ...styles.text, margin: "0 0 4px" }}>
        <strong>{title}</strong>
      </p>
      {items.map((item) => (
        <p key={item} className="ink" style={{ ...styles.text, margin: 0 }}>
          <strong>• {item}</strong>
        </p>
      ))}
    </div>
  );
}

export function Action({ url, children }: { url: string; children: string }) {
  return (
    <p style={{ margin: "4px 0 20px" }}>
      <Button href={url} className="action" style={actionStyle}>
        {children}
      </Button>
    </p>
  );
}

export function SideLink({ url, children }: { url: string; children: string }) {
  return (
    <p className="ink" style={styles.text}>
      <a href={url} style={{ color: colors.brand }}>
        {children}
      </a>
    </p>
  );
}

/** Fee, or one of its instalments, that a tenant must pay: the result of private.fee_to_pay. */
export const feeSchema = z.object({
  amount: z.number(),
  dueOn: z.string(),
  /** Identifier of a Pix payment; null when somebody else collects the fee. */
  txid: z.nullable(z.string()),
  noticeOn: z._default(z.nullable(z.string()), null),
  instalment: z._default(z.number(), 1),
  instalments: z._default(z.number(), 1),
  paymentMethod: z.string(),
});

interface FeeProps {
  fee: z.output<typeof feeSchema>;
  /** Payee of the Pix payment; null while the content has no Pix key. */
  pix: PixPayee | null;
  title?: string;
}

/** Explains how to pay: by Pix when the plan is Pix and the content has a Pix key, otherwise as agreed with staff. */
export function FeePayment({ fee, pix, title = "Pagamento da taxa" }: FeeProps) {
  const { amount, dueOn, txid, instalment, instalments, paymentMethod } = fee;
  const code = pix && txid !== null ? pixCodeOf(pix, { amount, txid }) : null;
  const hasInstalments = instalments > 1;
  const method: DetailRow = ["Forma de pagamento", paymentMethod];
  const rows: DetailRow[] = [
    ["Parcela", hasInstalments ? `${instalment} de ${instalments}` : null],
    ["Valor", formatCurrency(amount)],
    ["Vencimento", formatShortDate(dueOn)],
  ];
  if (!pix || code === null) return <Details title={title} rows={[...rows, method]} />;
  return (
    <>
      <Details
        title={title}
        rows={[
          ...rows,
          ...(hasInstalments ? [method] : []),
          ["Quem recebe", pix.payeeName],
          ["Chave Pix", pix.key],
          ["Pix copia e cola", code],
        ]}
      />
      <Warning title="Antes de pagar" items={[pix.note]} />
    </>
  );
}

/** Row with a label and a value. A row whose value is null is left out. */
export type DetailRow = readonly [label: string, value: string | null];

export function Details({ title, rows }: { title: string; rows: readonly DetailRow[] }) {
  return (
    <>
      <h2 className="ink" style={detailsTitleStyle}>
        {title}
      </h2>
      <table
        className="details"
        role="presentation"
        width="100%"
        cellPadding={0}
        cellSpacing={0}
        style={{ margin: "0 0 20px" }}
      >
        <tbody>
          {rows.map(
            ([label, value]) =>
              value !== null && (
                <tr key={label}>
                  {/* The label is above the value, because two columns do not fit on a phone. */}
                  <td className="row" style={rowStyle}>
                    <span className="soft label" style={{ display: "block", ...styles.small }}>
                      {label}
                    </span>
                    <span className="ink" style={valueStyle}>
                      <Lines text={value} />
                    </span>
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </>
  );
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

const panelStyle = {
  margin: "0 0 20px",
  padding: "14px 16px",
  backgroundColor: colors.page,
  borderLeft: `4px solid ${colors.brand}`,
  borderRadius: "4px",
};
const actionStyle = {
  ...styles.text,
  margin: 0,
  padding: "14px 24px",
  borderRadius: "8px",
  backgroundColor: colors.brand,
  fontWeight: 700,
  lineHeight: "1.25",
  color: colors.onBrand,
};
const detailsTitleStyle = {
  ...styles.heading,
  margin: "8px 0 4px",
  fontSize: "17px",
  lineHeight: "1.35",
};
// A Pix code has no spaces, so mail programs must be allowed to break the line inside the code.
const valueStyle = { ...styles.text, lineHeight: "1.45", wordBreak: "break-word" } as const;
const rowStyle = { padding: "8px 0", borderBottom: `1px solid ${colors.line}` };

/** Returns a form's values as rows. Breaks URLs in typed text, so that only an e-mail address can become a link. */
export function sentRows(
  sent: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, SentField>>,
): DetailRow[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const written = writeSent(field, sent[columnOf(name)]);
    const value = field.kind === "email" ? written : withoutLinks(written);
    return value ? [[field.title, value] as const] : [];
  });
}
