import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { claimItemKinds, claimItemTitles, sumAmounts } from "#contracts/claims/claims.ts";
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
  /** Absent after an appeal. */
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

/** Draws a claim's decision with its appeals; the same source gives the same bytes. */
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
      appealUntil: source.appealUntil === undefined ? "" : formatShortDate(source.appealUntil),
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
    // Texts by people may be longer than a page.
    paragraphs(file, `Pedido: ${item.description}`);
    paragraphs(file, `Resposta do locatário: ${item.answer ?? "não houve."}`);
    if (item.reason !== undefined) paragraphs(file, `Motivo: ${item.reason}`, { isStrong: true });
  }
  paragraphs(file, say(source.wasHeard ? "decisionHeard" : "decisionSilent"));
  paragraphs(file, say(source.appealUntil === undefined ? "decisionFinal" : "decisionAppeal"));
  return file.finish();
}
