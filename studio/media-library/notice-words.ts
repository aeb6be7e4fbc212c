/** The word for so many files of the library. */
export function filesInWords(count: number): string {
  return count === 1 ? "arquivo" : "arquivos";
}

const reasons: Record<number, string> = {
  403: "a sua conta não pode fazer isso.",
  409: "um documento ainda usa este arquivo: veja onde em “Usado em”.",
  413: "o arquivo é grande demais.",
};

/**
 * Why something failed, as the library shows it. What its own code found is worded already; an
 * answer of the content API is in English.
 */
export function reasonInWords(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error) ?? "motivo desconhecido";
  const status = "statusCode" in error ? Number(error.statusCode) : 0;
  return reasons[status] ?? "não houve resposta. Tente de novo em instantes.";
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("message" in error)) return undefined;
  return String(error.message);
}
