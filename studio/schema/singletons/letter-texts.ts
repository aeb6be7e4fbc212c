import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import {
  type LetterTextName,
  letterTextKinds,
  letterTextNames,
} from "../../../supabase/functions/_shared/contracts/letter-texts.ts";
import { lineField, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";

/** The words of the letter, the contract and the conditions; their facts are added by the functions. */
export const letterTexts = defineSingleton({
  name: "letterTexts",
  title: "Textos da carta e do contrato",
  icon: DocumentTextIcon,
  groups: [
    { name: "letter", title: "Carta de fiança", default: true },
    { name: "contract", title: "Contrato" },
    { name: "conditions", title: "Condições, antes do aceite" },
    { name: "labels", title: "Rótulos" },
  ],
  fields: letterTextNames.map(letterTextField),
});

function letterTextField(name: LetterTextName) {
  const kind = letterTextKinds[name];
  const listed = Object.entries(kind.variables).map(([key, what]) => `{{${key}}} (${what})`);
  const copy = {
    name,
    title: kind.title,
    variables: Object.keys(kind.variables),
    ...(listed.length > 0 && { description: `Valores disponíveis: ${listed.join(", ")}.` }),
  };
  const field =
    "isLong" in kind
      ? paragraphField({
          ...copy,
          limit: 1200,
          description: `Cada linha é um parágrafo. ${copy.description ?? ""}`,
        })
      : lineField(copy);
  return { ...field, group: kind.part };
}
