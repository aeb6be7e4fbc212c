/** Puts what a person typed or pasted into the form in which it is written in Brazil. */
export type InputMask = (typed: string) => string;

/** 000.000.000-00 */
export const maskCpf: InputMask = (typed) => {
  const digits = typed.replace(/\D/g, "").slice(0, 11);
  const groups = digits.slice(0, 9).match(/\d{1,3}/g) ?? [];
  const check = digits.slice(9);
  return groups.join(".") + (check && `-${check}`);
};

/**
 * (44) 99999-9999; Brazil's country code goes, as the contract drops it. What is longer is no
 * Brazilian number and stays as its up to 15 digits.
 */
export const maskPhone: InputMask = (typed) => {
  const all = typed.replace(/\D/g, "");
  const digits = /^55\d{10,11}$/.test(all) ? all.slice(2) : all.slice(0, 15);
  if (digits.length > 11 || digits.length < 3) return digits;
  const [area, number] = [digits.slice(0, 2), digits.slice(2)];
  const start = digits.length > 10 ? 5 : 4;
  const end = number.slice(start);
  return `(${area}) ${number.slice(0, start)}${end && `-${end}`}`;
};

/** 1.234,56: everything except digits and the decimal comma goes (specification 5). */
export const maskMoney: InputMask = (typed) => {
  const [whole = "", ...decimals] = typed.replace(/[^\d,]/g, "").split(",");
  const grouped = whole.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, ".");
  return decimals.length > 0 ? `${grouped || "0"},${decimals.join("").slice(0, 2)}` : grouped;
};
