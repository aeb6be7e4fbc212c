import { generatePixPayload } from "@brazilian-utils/brazilian-utils/generate-pix-payload";
import { isValidPixKey } from "@brazilian-utils/brazilian-utils/is-valid-pix-key";
import * as z from "zod/mini";

/** How many characters a BR Code has for whom it pays (Manual de Padrões para Iniciação do Pix). */
export const pixNameLength = 25;
export const pixCityLength = 15;

/** Accepts a CPF, CNPJ, mobile phone, e-mail or random key; what is missing is another rule's matter. */
export function checkPixKey(key: string | undefined): true | string {
  if (!key || isValidPixKey(key)) return true;
  return "Esta chave não existe: use CPF, CNPJ, celular com DDD, e-mail ou chave aleatória.";
}

/** Accepts what a BR Code can hold as it stands: `most` characters, without accents or symbols. */
export const checkPixWords =
  (most: number) =>
  (words: string | undefined): true | string => {
    if (!words) return true;
    if (words.length > most) return `Use até ${most} caracteres: o Pix não tem lugar para mais.`;
    // Of ASCII what every bank shows; spaces within alone.
    if (/^[A-Za-z0-9.&-]+( [A-Za-z0-9.&-]+)*$/.test(words)) return true;
    return "Use letras sem acento, números e espaços: é assim que o banco mostra.";
  };

const passes = (check: (value: string | undefined) => true | string) =>
  z.string().check(
    z.minLength(1),
    z.refine((value) => check(value) === true),
  );

/** Whom a Pix pays, as it was published. */
export const pixPayeeSchema = z.object({
  key: passes(checkPixKey),
  payeeName: passes(checkPixWords(pixNameLength)),
  payeeCity: passes(checkPixWords(pixCityLength)),
  /** That nobody is to pay by another key. */
  note: z.string().check(z.minLength(1)),
});
export type PixPayee = z.output<typeof pixPayeeSchema>;

/**
 * The BR Code by which this amount in reais is paid: to be copied, or drawn as a QR code. Null where it
 * cannot be made, as of an amount below a cent; nobody is then shown a code that pays something else.
 */
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
