import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { claimItemKinds, claimItemTitles, sumAmounts } from "#contracts/claims/claims.ts";
import { claimReviewsSide } from "#contracts/stored-values.ts";
import { beginDocument, facts, paragraphs } from "./document-parts.ts";
import type { DocumentContent } from "./guarantee.ts";

/** Decision as private.claim_decision_source returns it; in reais, days as YYYY-MM-DD. */
export const decisionSourceSchema = z.object({
  claimId: z.uuid(),
  contractId: z.uuid(),
  protocol: z.string(),
  round: z.number(),
  /** Hash of the PDF; absent before it is drawn. */
  sha256: z.optional(z.string()),
  openedOn: z.string(),
  decidedOn: z.string(),
  contractNumber: z.string(),
  tenantName: z.string(),
  landlordName: z.string(),
  propertyAddress: z.string(),
  limit: z.number(),
  payBy: z.optional(z.string()),
  reviewUntil: z.optional(z.string()),
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
      reply: z.optional(z.string()),
    }),
  ),
  /** Reviews that were decided with this decision or before; `items` are places, from 1. */
  reviews: z.array(
    z.object({
      by: z.enum(claimReviewsSide),
      askedOn: z.string(),
      items: z.array(z.number()),
      text: z.string(),
      answer: z.optional(z.string()),
    }),
  ),
});

const sides = { tenant: "locatário", landlord: "locador" } as const;

/** Draws a claim's decision with its reviews; the same source gives the same bytes. */
export async function makeDecisionPdf(
  source: z.output<typeof decisionSourceSchema>,
  content: DocumentContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const granted = formatCurrency(sumAmounts(source.items.map((item) => item.granted)));
  const asked = formatCurrency(sumAmounts(source.items.map((item) => item.asked)));
  const { file, say } = await beginDocument(content, {
    source,
    titleName: "decisionTitle",
    number: source.protocol,
    createdAt: `${source.decidedOn}T12:00:00Z`,
    values: {
      tenant: source.tenantName,
      landlord: source.landlordName,
      contractNumber: source.contractNumber,
      protocol: source.protocol,
      openedOn: formatShortDate(source.openedOn),
      decidedOn: formatShortDate(source.decidedOn),
      asked,
      granted,
      payBy: source.payBy === undefined ? "" : formatShortDate(source.payBy),
      reviewUntil: source.reviewUntil === undefined ? "" : formatShortDate(source.reviewUntil),
    },
  });
  paragraphs(file, say("decisionIntro"));
  facts(file, say("valuesTitle"), [
    [say("protocolLabel"), source.protocol],
    [say("contractLabel"), source.contractNumber],
    [say("landlordLabel"), source.landlordName],
    [say("tenantLabel"), source.tenantName],
    [say("propertyLabel"), source.propertyAddress],
    [say("limitLabel"), formatCurrency(source.limit)],
    ["Valor pedido", asked],
    ["Valor aprovado", granted],
    ...(source.payBy !== undefined && granted !== formatCurrency(0)
      ? [["Pagamento até", formatShortDate(source.payBy)] as const]
      : []),
    ...(source.reviewUntil !== undefined && source.reviews.length < 2
      ? [["Pedido de revisão até", formatShortDate(source.reviewUntil)] as const]
      : []),
  ]);
  for (const [place, item] of source.items.entries()) {
    facts(file, `${place + 1}. ${claimItemTitles[item.kind]}`, [
      ["Valor pedido", formatCurrency(item.asked)],
      ["Valor aprovado", formatCurrency(item.granted)],
      ...(item.clause === undefined ? [] : [["Cláusula", item.clause] as const]),
    ]);
    // Texts by people may be longer than a page.
    paragraphs(file, `Pedido: ${item.description}`);
    paragraphs(file, `Resposta do locatário: ${item.answer ?? "não houve."}`);
    if (item.reply !== undefined) paragraphs(file, `Resposta do locador: ${item.reply}`);
    if (item.reason !== undefined) paragraphs(file, `Motivo: ${item.reason}`, { isStrong: true });
  }
  paragraphs(file, say(source.wasHeard ? "decisionHeard" : "decisionSilent"));
  for (const { by, askedOn, items, text, answer } of source.reviews) {
    facts(file, `Revisão pedida pelo ${sides[by]}`, [
      ["Pedida em", formatShortDate(askedOn)],
      [items.length === 1 ? "Item" : "Itens", items.join(", ")],
    ]);
    paragraphs(file, text);
    paragraphs(
      file,
      `Resposta do ${by === "tenant" ? sides.landlord : sides.tenant}: ${answer ?? "não houve."}`,
    );
  }
  if (source.payBy !== undefined && granted !== formatCurrency(0)) {
    paragraphs(file, say("decisionPayment"));
  }
  // Each party may ask for one review, so after two reviews the decision is final.
  paragraphs(file, say(source.reviews.length < 2 ? "decisionReview" : "decisionFinal"));
  return file.finish();
}
