import * as z from "zod/mini";
import { lengths, singleLine } from "./text.ts";

/** States in alphabetical order of their names, as forms list them. */
export const brazilianStates = [
  { code: "AC", name: "Acre" },
  { code: "AL", name: "Alagoas" },
  { code: "AP", name: "Amapá" },
  { code: "AM", name: "Amazonas" },
  { code: "BA", name: "Bahia" },
  { code: "CE", name: "Ceará" },
  { code: "DF", name: "Distrito Federal" },
  { code: "ES", name: "Espírito Santo" },
  { code: "GO", name: "Goiás" },
  { code: "MA", name: "Maranhão" },
  { code: "MT", name: "Mato Grosso" },
  { code: "MS", name: "Mato Grosso do Sul" },
  { code: "MG", name: "Minas Gerais" },
  { code: "PA", name: "Pará" },
  { code: "PB", name: "Paraíba" },
  { code: "PR", name: "Paraná" },
  { code: "PE", name: "Pernambuco" },
  { code: "PI", name: "Piauí" },
  { code: "RJ", name: "Rio de Janeiro" },
  { code: "RN", name: "Rio Grande do Norte" },
  { code: "RS", name: "Rio Grande do Sul" },
  { code: "RO", name: "Rondônia" },
  { code: "RR", name: "Roraima" },
  { code: "SC", name: "Santa Catarina" },
  { code: "SP", name: "São Paulo" },
  { code: "SE", name: "Sergipe" },
  { code: "TO", name: "Tocantins" },
] as const;

/** Field for the two letters of a state, in upper or lower case (spec section 5). Outputs upper case. */
export function stateField(messages: { length: string; unknown: string }) {
  return z
    .string(messages.length)
    .check(
      z.overwrite((value) => singleLine(value).toUpperCase()),
      z.length(2, { error: messages.length, abort: true }),
      z.refine((value) => brazilianStates.some(({ code }) => code === value), messages.unknown),
    )
    .register(lengths, { min: 2, max: 2 });
}

/** Types of rented property (spec section 9). */
export const propertyTypes = [
  "Apartamento",
  "Casa",
  "Comercial",
  "Galpão",
  "Terreno",
  "Outro",
] as const;

const types = /* @__PURE__ */ new Set<string>(propertyTypes);

/** Field for an optional type of property. Outputs undefined for an empty value. */
export function optionalTypeField() {
  const ofTheList = "Selecione um tipo da lista";
  return z.pipe(
    z.optional(z.string(ofTheList)),
    z.pipe(
      z.transform((typed: string | undefined) => typed || undefined),
      // This check uses `refine`, because a zod enum would add code to the browser's bundle.
      z.optional(z.string().check(z.refine((typed) => types.has(typed), ofTheList))),
    ),
  );
}
