import type { MaskInputOptions } from "maska";

/** Digits of a phone as typed or pasted; Brazil's country code goes, as the contract drops it. */
function nationalDigits(value: string): string {
  const digits = value.replace(/\D/g, "");
  return /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits;
}

/** 000.000.000-00 */
export const cpfMask: MaskInputOptions = { mask: "###.###.###-##" };

/** (44) 99999-9999; what is longer is no Brazilian number and stays as its up to 15 digits. */
export const phoneMask: MaskInputOptions = {
  preProcess: nationalDigits,
  mask: (value) => {
    const { length } = nationalDigits(value);
    if (length > 11) return "#".repeat(15);
    return length > 10 ? "(##) #####-####" : "(##) ####-####";
  },
};

/** 1.234,56: grouped while it is typed, the comma separating up to two decimals. */
export const moneyMask: MaskInputOptions = {
  number: { locale: "pt-BR", fraction: 2, unsigned: true },
};
