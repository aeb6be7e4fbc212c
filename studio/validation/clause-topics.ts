interface Clause {
  topic?: string;
}

/** What a clause of the terms rules, so that other pages can lead to it whatever its number is. */
export const clauseTopics = [
  { value: "excluded", title: "O que a fiança não cobre" },
  { value: "covered", title: "O que a fiança cobre" },
  { value: "limit", title: "Limite da cobertura" },
  { value: "fee", title: "Taxa administrativa" },
] as const;

/** Accepts clauses of which no two have the same topic: a link leads to one place. */
export function checkClauseTopics(clauses: Clause[] | undefined): true | string {
  const topics = (clauses ?? []).flatMap(({ topic }) => topic ?? []);
  const repeated = clauseTopics.find(
    ({ value }) => topics.filter((topic) => topic === value).length > 1,
  );
  return !repeated || `Duas cláusulas têm o assunto “${repeated.title}”. Deixe em uma só.`;
}

/** Names the topics that no clause has: pages would then say them without leading to the terms. */
export function checkTopicsPresent(clauses: Clause[] | undefined): true | string {
  const missing = clauseTopics.filter(
    ({ value }) => !(clauses ?? []).some(({ topic }) => topic === value),
  );
  if (missing.length === 0) return true;
  const titles = missing.map(({ title }) => `“${title}”`).join(", ");
  return `Sem cláusula com o assunto ${titles}: a página da cobertura fica sem esse link.`;
}
