const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** An amount in reais as people read it: R$ 1.234,56, the space never broken. */
export function formatCurrency(amount: number): string {
  return reais.format(amount);
}
