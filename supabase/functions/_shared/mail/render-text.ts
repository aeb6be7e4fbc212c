import { company } from "./company.ts";
import type { MailBlock, MailContent } from "./mail-content.ts";

function renderBlock(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
    case "note":
      return block.text;
    case "button":
      return `${block.label}:\n${block.url}`;
    case "quote":
      return `${block.title}:\n${block.text.replace(/^/gm, "> ")}`;
    case "details":
      return [
        block.title,
        ...block.rows.map(([label, value]) => `- ${label}: ${value.replaceAll("\n", "\n  ")}`),
      ].join("\n");
  }
}

/** The plain text twin of an e-mail. */
export function renderText({ heading, blocks }: MailContent): string {
  const signature = [
    `${company.legalName} · CNPJ ${company.cnpj}`,
    company.address,
    company.email,
    `Dados pessoais (LGPD): ${company.dataProtectionEmail}`,
  ].join("\n");
  return `${[heading, ...blocks.map(renderBlock), `--\n${signature}`].join("\n\n")}\n`;
}
