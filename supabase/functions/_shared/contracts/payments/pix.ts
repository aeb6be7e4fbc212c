import { generatePixPayload } from "@brazilian-utils/brazilian-utils/generate-pix-payload";
import { isValidPixKey } from "@brazilian-utils/brazilian-utils/is-valid-pix-key";
import * as z from "zod/mini";

/** Maximum length of a payee's name in the Pix code, which is a BR Code (Manual de Padrões para Iniciação do Pix). */
export const pixNameLength = 25;
export const pixCityLength = 15;

/** Accepts a CPF, CNPJ, mobile phone, e-mail or random key; another rule refuses a missing key. */
export function checkPixKey(key: string | undefined): true | string {
  if (!key || isValidPixKey(key)) return true;
  return "Esta chave não existe: use CPF, CNPJ, celular com DDD, e-mail ou chave aleatória.";
}

/** Accepts text for a Pix code: at most `most` characters, without accents and symbols. */
export const checkPixWords =
  (most: number) =>
  (words: string | undefined): true | string => {
    if (!words) return true;
    if (words.length > most) return `Use até ${most} caracteres: o Pix não tem lugar para mais.`;
    // Every bank shows these ASCII characters. Spaces are allowed only between words.
    if (/^[A-Za-z0-9.&-]+( [A-Za-z0-9.&-]+)*$/.test(words)) return true;
    return "Use letras sem acento, números e espaços: é assim que o banco mostra.";
  };

const passes = (check: (value: string | undefined) => true | string) =>
  z.string().check(
    z.minLength(1),
    z.refine((value) => check(value) === true),
  );

export const pixPayeeSchema = z.object({
  key: passes(checkPixKey),
  payeeName: passes(checkPixWords(pixNameLength)),
  payeeCity: passes(checkPixWords(pixCityLength)),
  /** Text that warns people not to pay to any other Pix key. */
  note: z.string().check(z.minLength(1)),
});
export type PixPayee = z.output<typeof pixPayeeSchema>;

/** Returns the Pix code of an amount in reais, or null when the Pix format cannot express that amount. */
export function pixCodeOf(
  payee: Pick<PixPayee, "key" | "payeeName" | "payeeCity">,
  { amount, txid }: { amount: number; txid: string },
): string | null {
  return generatePixPayload({
    key: payee.key,
    merchantName: payee.payeeName,
    merchantCity: payee.payeeCity,
    amount,
    txid,
  });
}
