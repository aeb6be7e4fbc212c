import type { Coverage } from "../content/function-content.ts";
import { heading, list, paragraphs, warningBox } from "./document-parts.ts";
import type { DocumentContent } from "./guarantee.ts";
import type { PdfFile } from "./pdf-document.ts";

/** What is not covered, first and in bold (CDC, art. 54, § 4); then what is, and up to how much. */
export function writeCoverage(
  file: PdfFile,
  { exclusions, inclusions }: Coverage,
  texts: { title: string; limit: string },
): void {
  heading(file, texts.title);
  warningBox(file, exclusions);
  paragraphs(file, inclusions.title, { isStrong: true });
  list(file, inclusions.items);
  paragraphs(file, texts.limit, { isStrong: true });
}

/** The foot of every page: who made it, and which page it is. */
export function footerOf({ company, letterTexts }: DocumentContent, subject: string) {
  return (page: number, pages: number) =>
    [
      `${company.legalName}, CNPJ ${company.cnpj}`,
      subject,
      letterTexts.pageLabel.replace("{{page}}", `${page}`).replace("{{pages}}", `${pages}`),
    ].join(" · ");
}
