import { company } from "./company.ts";
import type { MailBlock, MailContent } from "./mail-content.ts";

const color = {
  petrol: "#0b4f4a",
  mint: "#8fe3c8",
  sand: "#f6f0e4",
  paper: "#ffffff",
  ink: "#1f2a29",
  soft: "#55625f",
  line: "#e3dac8",
};
const font = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const text = `margin:0 0 16px;${font};font-size:16px;line-height:1.55;color:${color.ink}`;
const small = `${font};font-size:14px;line-height:1.5;color:${color.soft}`;

/** Makes a value text in an element and in a quoted attribute. */
function escapeHtml(value: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const lines = (value: string): string => escapeHtml(value).replaceAll("\n", "<br>");

function renderBlock(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return `<p class="ink" style="${text}">${lines(block.text)}</p>`;
    case "note":
      return `<p class="soft" style="margin:0 0 16px;${small}">${lines(block.text)}</p>`;
    case "quote":
      return `<div class="panel" style="margin:0 0 20px;padding:14px 16px;background:${color.sand};border-left:4px solid ${color.petrol};border-radius:4px">
<p class="soft" style="margin:0 0 4px;${small}">${escapeHtml(block.title)}</p>
<p class="ink" style="margin:0;${font};font-size:16px;line-height:1.55;color:${color.ink}">${lines(block.text)}</p></div>`;
    case "button":
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr>
<td class="action" bgcolor="${color.petrol}" style="border-radius:8px"><a class="action-label" href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;font-weight:700;line-height:1.25;color:#ffffff;text-decoration:none">${escapeHtml(block.label)}</a></td></tr></table>`;
    case "details":
      return `<h2 class="ink" style="margin:8px 0 4px;${font};font-size:17px;line-height:1.35;color:${color.petrol}">${escapeHtml(block.title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${block.rows
        .map(([label, value]) => renderRow(label, value))
        .join("")}</table>`;
  }
}

// Label above value: two columns do not fit a phone.
function renderRow(label: string, value: string): string {
  return `<tr><td class="row" style="padding:8px 0;border-bottom:1px solid ${color.line}">
<span class="soft" style="display:block;${small}">${escapeHtml(label)}</span>
<span class="ink" style="${font};font-size:16px;line-height:1.45;color:${color.ink}">${lines(value)}</span></td></tr>`;
}

const darkStyle = `<style>
@media (prefers-color-scheme: dark) {
  .page, body { background: #12201f !important; }
  .card { background: #1b2c2a !important; }
  .panel { background: #243836 !important; border-color: ${color.mint} !important; }
  .ink { color: #f2efe8 !important; }
  .soft { color: #b9c6c2 !important; }
  .action { background: ${color.mint} !important; }
  .action-label { color: ${color.petrol} !important; }
  .row { border-color: #35504c !important; }
  .soft a { color: ${color.mint} !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
</style>`;

function renderFooter(): string {
  const link = (email: string) =>
    `<a href="mailto:${email}" style="color:${color.petrol}">${escapeHtml(email)}</a>`;
  return `<p class="soft" style="margin:0;${small};font-size:13px">${escapeHtml(company.legalName)}<br>
CNPJ ${company.cnpj}<br>${escapeHtml(company.address)}<br>${link(company.email)}<br>
Dados pessoais (LGPD): ${link(company.dataProtectionEmail)}</p>`;
}

/** The HTML of an e-mail: tables and inline styles, which mailboxes understand. */
export function renderHtml({ subject, preview, heading, blocks }: MailContent): string {
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>${darkStyle}</head>
<body class="page" style="margin:0;padding:0;background:${color.sand}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${"&#8199;&#65279;".repeat(40)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${color.sand}"><tr><td align="center" style="padding:16px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td bgcolor="${color.petrol}" style="padding:18px 24px;border-radius:12px 12px 0 0;border-bottom:4px solid ${color.mint}"><span style="${font};font-size:22px;font-weight:800;letter-spacing:.2px;color:#ffffff">${escapeHtml(company.brandName)}</span></td></tr>
<tr><td class="card" bgcolor="${color.paper}" style="padding:32px;word-break:break-word;background:${color.paper};border-radius:0 0 12px 12px">
<h1 class="ink" style="margin:0 0 16px;${font};font-size:24px;line-height:1.25;color:${color.petrol}">${escapeHtml(heading)}</h1>
${blocks.map(renderBlock).join("\n")}
</td></tr>
<tr><td style="padding:20px 12px 0">${renderFooter()}</td></tr>
</table></td></tr></table></body></html>
`;
}
