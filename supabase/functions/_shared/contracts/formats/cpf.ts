/** Eleven digits as a CPF is written, 000.000.000-00; anything else comes back unchanged. */
export function formatCpf(digits: string): string {
  const [, a, b, c, check] = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(digits) ?? [];
  return a && b && c && check ? `${a}.${b}.${c}-${check}` : digits;
}
