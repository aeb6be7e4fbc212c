import * as z from "zod/mini";
import { landlordsKind } from "../stored-values.ts";
import { documentField } from "./document.ts";
import { emailField } from "./people.ts";
import { textField } from "./text.ts";

export function landlordEmailField() {
  return z.pipe(
    z.optional(z.string("Email inválido")),
    z.pipe(
      z.transform((typed: string | undefined) => typed?.trim() || undefined),
      z.optional(emailField()),
    ),
  );
}

export const landlordAddressFormSchema = z.object({
  address: emailField("Informe o e-mail do locador"),
});

export const landlordFormSchema = z.object({
  name: textField({ min: 3, max: 100, message: "Nome do locador é obrigatório" }),
  kind: z.enum(landlordsKind, "Escolha se é proprietário ou imobiliária"),
  document: documentField(),
});

export const landlordKinds: Readonly<Record<(typeof landlordsKind)[number], string>> = {
  owner: "Proprietário",
  agency: "Imobiliária",
};
