import * as z from "zod/mini";
import { companyValues } from "../content/company-values.ts";
import { formatCurrency, formatShortDate } from "../contracts/fields/formats.ts";
import { claimItemKinds, claimItemTitles, sumAmounts } from "../contracts/guarantee/claims.ts";
import { facts, paragraphs, title } from "./document-parts.ts";
import { createWords, type DocumentContent } from "./guarantee.ts";
import { beginPdf } from "./pdf-document.ts";
import { footerOf } from "./write-document.ts";

/** A decision as private.claim_decision_source gives it; in reais, days as YYYY-MM-DD. */
export const decisionSourceSchema = z.object({
  claimId: z.uuid(),
  contractId: z.uuid(),
  protocol: z.string(),
  round: z.number(),
  /** Of the PDF; absent until it was drawn. */
  sha256: z.optional(z.string()),
  openedOn: z.string(),
  decidedOn: z.string(),
  contractNumber: z.string(),
  tenantName: z.string(),
  landlordName: z.string(),
  propertyAddress: z.string(),
  limit: z.number(),
  payBy: z.optional(z.string()),
  /** Absent of the decision after an appeal. */
  appealUntil: z.optional(z.string()),
  wasHeard: z.boolean(),
  items: z.array(
    z.object({
      kind: z.enum(claimItemKinds),
      description: z.string(),
      asked: z.number(),
      granted: z.number(),
      reason: z.optional(z.string()),
      clause: z.optional(z.string()),
      answer: z.optional(z.string()),
    }),
  ),
});

/** The decision of a claim, item by item, with what can be done against it: the same source, the same bytes. */
export async function makeDecisionPdf(
  source: z.output<typeof decisionSourceSchema>,
  content: DocumentContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const { company } = content;
  const granted = formatCurrency(sumAmounts(source.items.map((item) => item.granted)));
  const asked = formatCurrency(sumAmounts(source.items.map((item) => item.asked)));
  const say = createWords(content, {
    ...companyValues(company),
    tenant: source.tenantName,
    landlord: source.landlordName,
    contractNumber: source.contractNumber,
    protocol: source.protocol,
    openedOn: formatShortDate(source.openedOn),
    decidedOn: formatShortDate(source.decidedOn),
    asked,
    granted,
    appealUntil: source.appealUntil === undefined ? "" : formatShortDate(source.appealUntil),
  });
  const file = beginPdf({
    title: `${say("decisionTitle")} ${source.protocol}`,
    company: company.brandName,
    createdAt: `${source.decidedOn}T12:00:00Z`,
    footer: footerOf(content, source.protocol),
  });
  title(file, say("decisionTitle"));
  paragraphs(file, say("decisionIntro"));
  facts(file, say("valuesTitle"), [
    [say("protocolLabel"), source.protocol],
    [say("contractLabel"), source.contractNumber],
    [say("landlordLabel"), source.landlordName],
    [say("tenantLabel"), source.tenantName],
    [say("propertyLabel"), source.propertyAddress],
    [say("limitLabel"), formatCurrency(source.limit)],
    ["Valor pedido", asked],
    ["Valor aceito", granted],
    ...(source.payBy !== undefined && granted !== formatCurrency(0)
      ? [["Pagamento até", formatShortDate(source.payBy)] as const]
      : []),
  ]);
  for (const [place, item] of source.items.entries()) {
    facts(file, `${place + 1}. ${claimItemTitles[item.kind]}`, [
      ["Valor pedido", formatCurrency(item.asked)],
      ["Valor aceito", formatCurrency(item.granted)],
      ...(item.clause === undefined ? [] : [["Cláusula", item.clause] as const]),
    ]);
    // What people wrote may be longer than a page.
    paragraphs(file, `Pedido: ${item.description}`);
    paragraphs(file, `Resposta do locatário: ${item.answer ?? "não houve."}`);
    if (item.reason !== undefined) paragraphs(file, `Motivo: ${item.reason}`, { isStrong: true });
  }
  paragraphs(file, say(source.wasHeard ? "decisionHeard" : "decisionSilent"));
  paragraphs(file, say(source.appealUntil === undefined ? "decisionFinal" : "decisionAppeal"));
  return file.finish();
}
