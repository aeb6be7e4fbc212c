import type { companyVariables } from "../contracts/fields/variables.ts";
import type { Company } from "./function-content.ts";

/** What every text of a mail or a document may name of the company. */
export function companyValues({ address, email, phone, ...company }: Company) {
  return {
    ...company,
    companyAddress: address,
    companyEmail: email,
    companyPhone: phone,
  } satisfies Record<keyof typeof companyVariables | "brandName", string>;
}
