import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import {
  type LetterTextName,
  letterTextKinds,
  letterTextNames,
} from "#contracts/leases/letter-texts.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { type Field, line, listVariables, paragraph } from "../fields/text-fields.ts";

/** Texts of the letter, the contract, the conditions and the receipts. The edge functions insert the facts. */
export const letterTexts = defineSingleton({
  name: "letterTexts",
  title: "Textos da carta e do contrato",
  icon: DocumentTextIcon,
  groups: [
    { name: "letter", title: "Carta de fiança", default: true },
    { name: "contract", title: "Contrato" },
    { name: "conditions", title: "Condições, antes do aceite" },
    { name: "receipt", title: "Recibos" },
    { name: "decision", title: "Decisão de um acionamento" },
    { name: "labels", title: "Rótulos" },
  ],
  fields: Object.fromEntries(letterTextNames.map((name) => [name, letterText(name)])),
});

function letterText(name: LetterTextName): Field {
  const { part, title, isLong, variables } = letterTextKinds[name];
  const available =
    Object.keys(variables).length > 0 ? `Valores disponíveis: ${listVariables(variables)}.` : "";
  const field = isLong
    ? paragraph(title, variables, {
        limit: 1200,
        isDrawn: true,
        description: `Cada linha é um parágrafo. ${available}`,
      })
    : line(title, variables, { isDrawn: true, description: available });
  return (...place) => ({ ...field(...place), group: part });
}
