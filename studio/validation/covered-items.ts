interface Statement {
  text?: string;
}

const rent = /alugu[eé](?:l|is)(?!\p{L})/iu;
const charges = /encargos?(?!\p{L})/iu;
const unpaid = /não pag|atras|vencid|inadimpl/i;

/**
 * Accepts exclusions that name unpaid rent and charges: people expect them of a guarantee, and
 * where they are not named the list misleads.
 */
export function checkExclusions(items: Statement[] | undefined): true | string {
  const named = (items ?? []).some(
    ({ text = "" }) => rent.test(text) && charges.test(text) && unpaid.test(text),
  );
  return named || "Diga em um dos itens que aluguéis e encargos não pagos não são cobertos.";
}

/** Refuses an inclusion that promises unpaid rent or charges. */
export function checkInclusions(items: Statement[] | undefined): true | string {
  const promise = (items ?? []).find(
    ({ text = "" }) => (rent.test(text) || charges.test(text)) && unpaid.test(text),
  );
  return (
    !promise || `“${promise.text}” não é coberto: aluguéis e encargos não pagos ficam de fora.`
  );
}
