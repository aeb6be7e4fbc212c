// Matches a CNPJ. Since July 2026 a CNPJ may contain letters (IN RFB 2.229/2024), but the two check digits are still
// numeric.
const cnpjShape = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}$/;

/** Accepts a CNPJ only with its punctuation. */
export function checkCnpjShape(cnpj: string | undefined): true | string {
  if (!cnpj || cnpjShape.test(cnpj)) return true;
  return "Escreva o CNPJ com pontuação: 00.000.000/0000-00";
}

function checkDigit(characters: string[]): number {
  const sum = characters.toReversed().reduce((total, character, index) => {
    return total + (character.charCodeAt(0) - 48) * (2 + (index % 8));
  }, 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** Warns about a CNPJ with wrong check digits, such as the invented CNPJ in the seed. */
export function checkCnpjDigits(cnpj: string | undefined): true | string {
  if (!cnpj || !cnpjShape.test(cnpj)) return true;
  const characters = cnpj.replaceAll(/[./-]/g, "").split("");
  const first = checkDigit(characters.slice(0, 12));
  const second = checkDigit([...characters.slice(0, 12), String(first)]);
  const isRepeated = new Set(characters).size === 1;
  if (!isRepeated && characters.slice(12).join("") === `${first}${second}`) return true;
  return "Este CNPJ não existe. Troque pelo da empresa antes de colocar o site no ar.";
}

/** Refuses a range whose minimum is greater than its maximum. The minimum or maximum may be missing. */
export function checkPercentRange(
  range: { minimumPercent?: number; maximumPercent?: number } | undefined,
): true | string {
  const { minimumPercent, maximumPercent } = range ?? {};
  if (minimumPercent === undefined || maximumPercent === undefined) return true;
  return minimumPercent <= maximumPercent || "O mínimo não pode ser maior que o máximo.";
}

interface Statement {
  text?: string;
}

const rent = /alugu[eé](?:l|is)(?!\p{L})/iu;
const charges = /encargos?(?!\p{L})/iu;
const unpaid = /não pag|atras|vencid|inadimpl/i;

/** Requires the exclusions to name unpaid rent and charges, because people expect a guarantee to cover both. */
export function checkExclusions(items: Statement[] | undefined): true | string {
  const named = (items ?? []).some(
    ({ text = "" }) => rent.test(text) && charges.test(text) && unpaid.test(text),
  );
  return named || "Diga que aluguéis e encargos não pagos não são cobertos.";
}

/** Refuses a list of covered items that promises to cover unpaid rent or charges. */
export function checkInclusions(items: Statement[] | undefined): true | string {
  const promise = (items ?? []).find(
    ({ text = "" }) => (rent.test(text) || charges.test(text)) && unpaid.test(text),
  );
  return (
    !promise || `“${promise.text}” não é coberto: aluguéis e encargos não pagos ficam de fora.`
  );
}

interface Clause {
  topic?: string;
}

/** Topics of clauses in the terms. Other pages link to a clause by topic, because the clause's number may change. */
export const clauseTopics = [
  { value: "excluded", title: "O que a fiança não cobre" },
  { value: "covered", title: "O que a fiança cobre" },
  { value: "limit", title: "Limite da cobertura" },
  { value: "fee", title: "Taxa administrativa" },
] as const;

/** Refuses two clauses with the same topic, because a link can lead to one clause only. */
export function checkClauseTopics(clauses: Clause[] | undefined): true | string {
  const topics = (clauses ?? []).flatMap(({ topic }) => topic ?? []);
  const repeated = clauseTopics.find(
    ({ value }) => topics.filter((topic) => topic === value).length > 1,
  );
  return !repeated || `Duas cláusulas têm o assunto “${repeated.title}”. Deixe em uma só.`;
}

/** Warns about topics without a clause, because other pages then have no target for their links. */
export function checkTopicsPresent(clauses: Clause[] | undefined): true | string {
  const missing = clauseTopics.filter(
    ({ value }) => !(clauses ?? []).some(({ topic }) => topic === value),
  );
  if (missing.length === 0) return true;
  const titles = missing.map(({ title }) => `“${title}”`).join(", ");
  return `Sem cláusula com o assunto ${titles}: a página da cobertura fica sem esse link.`;
}
