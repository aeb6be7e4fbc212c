import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listCopy, readSeedDocuments } from "./seed-documents.ts";

const policy = readSeedDocuments().find(({ _id }) => _id === "drafts.privacyPolicy");
if (!policy) throw new Error("The seed has no privacy policy");
const texts = listCopy(policy);
const periods = texts
  .filter(({ path }) => path.startsWith("clauses.prazos."))
  .map(({ text }) => text)
  .join("\n");

/** Database retention periods. Each has a regular expression for its sentence in the privacy policy. */
const sentences: Record<string, RegExp> = {
  "simulations-pending": /sem decisão ou não aprovadas:.*?1 ano/s,
  "simulations-rejected": /sem decisão ou não aprovadas:.*?1 ano/s,
  "simulations-approved":
    /aprovadas que não viraram contrato:\s+renda, profissão e observações, 1 ano/s,
  "simulations-approved-old": /o restante, 5 anos/,
  "simulations-contracted":
    /viraram contrato, com a renda e os documentos:\s+6 anos depois do fim da locação/,
  "asked-documents": /Documentos enviados para a análise de um pedido que não virou.*?1 ano/s,
  "asked-files": /Documentos enviados para a análise de um pedido que não virou.*?1 ano/s,
  "bureau-answers": /respostas de serviços de análise de crédito.*?1 ano/s,
  "request-approvals": /motivos da aprovação:.*?1 ano/s,
  "request-corrections": /Correções dos dados de um pedido.*?1 ano/s,
  "offers-closed": /vencidas, recusadas ou retiradas:.*?1 ano/s,
  "tracking-links": /Links de acompanhamento:.*?90 dias/s,
  "account-links": /definir uma senha:.*?1 dia/s,
  contracts: /contratos, aceites.*?10 anos depois do fim da locação/s,
  leases: /Locações, contratos.*?10 anos/s,
  "contract-documents": /cartas, pedidos de encerramento.*? e seus arquivos.*?10 anos/s,
  "case-notes": /anotações da equipe:.*?10 anos/s,
  "offers-files": /arquivos.*?10 anos/s,
  charges: /pagamentos.*?10 anos/s,
  movements: /Pagamentos e recibos.*?10 anos/s,
  allocations: /Pagamentos e recibos.*?10 anos/s,
  "movement-rests": /Pagamentos e recibos.*?10 anos/s,
  acceptances: /aceites.*?10 anos/s,
  letters: /cartas.*?10 anos/s,
  "replaced-letters": /cartas.*?10 anos/s,
  "contract-endings": /pedidos de encerramento.*?10 anos/s,
  "handover-statements": /dias da entrega das chaves.*?10 anos/s,
  "inspection-files": /Vistorias de entrada e de saída:\s+6 anos/,
  "inspection-receipts": /arquivos.*?10 anos/s,
  claims: /Pedidos de acionamento.*?10 anos/s,
  "claim-items": /Pedidos de acionamento da garantia, com os itens.*?10 anos/s,
  "claim-files": /as respostas, as provas.*?10 anos/s,
  "claim-decisions": /as decisões.*?10 anos/s,
  "claim-reviews": /as revisões.*?10 anos/s,
  "case-events": /e o andamento:.*?10 anos/s,
  "claims-account": /a conta do locador, 5 anos/,
  "refund-accounts": /a conta informada para uma devolução, 5 anos/,
  receipts: /Pagamentos e recibos.*?10 anos/s,
  "statement-lines": /com o lançamento que os pagou:.*?10 anos/s,
  "statement-lines-aside": /só uma marca, sem texto nem valor, 1 ano/,
  "contract-corrections": /contratos, aceites.*?10 anos/s,
  "document-jobs": /cartas.*?10 anos/s,
  "undrawn-documents": /cartas.*?10 anos/s,
  "contracts-contact": /e-mail e telefone do locatário, 5 anos/,
  "lease-addresses": /E-mails de locadores:\s+5 anos depois do fim/,
  "lease-addresses-unconfirmed": /ninguém confirmou, 90 dias/,
  "landlord-links": /Links de locadores:\s+90 dias/,
  landlords: /Locadores sem contrato nem proposta:\s+1 ano/,
  "partnership-requests": /Pedidos de parceria e mensagens de contato:.*?2 anos/s,
  partners: /Parceiros:\s+enquanto durar a parceria e 5 anos depois/,
  "partnership-notes": /Pedidos de parceria.*?2 anos/s,
  "contact-messages": /mensagens de contato:.*?2 anos/s,
  "outgoing-mail-sent": /o registro do envio fica 1 mês/,
  "outgoing-mail-parked": /não puderam ser entregues, 2 meses/,
  "login-attempts": /Tentativas de acesso:.*?6 meses/s,
  "rate-limits": /Contadores.*?2 dias/s,
  "audit-done": /decisões e consultas da equipe, 5 anos/,
  "audit-denied": /chamadas recusadas, 1 ano/,
};

const inWords: Record<string, string> = {
  "1 day": "1 dia",
  "2 days": "2 dias",
  "30 days": "1 mês",
  "60 days": "2 meses",
  "90 days": "90 dias",
  "6 months": "6 meses",
  "1 year": "1 ano",
  "2 years": "2 anos",
  "5 years": "5 anos",
  "6 years": "6 anos",
  "10 years": "10 anos",
};

test("the policy states every retention period of the database", () => {
  const sql = globSync("supabase/migrations/*.sql")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const lines = [
    ...sql.matchAll(
      /'([a-z]+(?:-[a-z]+)*)',\s*'(?:public|private|storage)\.\w+',\s*'[^']*',\s*interval '([^']+)'/g,
    ),
  ]
    .map(([, name = "", period = ""]) => ({ name, period }))
    // Retention periods for staff are left out, because the policy is for people outside the team.
    .filter(({ name }) => !name.startsWith("staff"));
  expect(lines.map(({ name }) => name).toSorted()).toEqual(Object.keys(sentences).toSorted());
  for (const { name, period } of lines) {
    const sentence = sentences[name]?.exec(periods)?.[0];
    expect({ name, sentence }).toEqual({
      name,
      sentence: expect.stringContaining(inWords[period] ?? `no words for ${period}`),
    });
  }
});

test("the policy contains what the law requires", () => {
  const all = texts.map(({ text }) => text).join("\n");
  for (const fact of [/controladora/, /\{\{officerName\}\}/, /\{\{dataProtectionEmail\}\}/, /ANPD/])
    expect(all).toMatch(fact);
  for (const article of ["art. 7º, V", "art. 7º, X", "art. 7º, II", "art. 7º, IX", "arts. 18 e 20"])
    expect(all).toContain(article);
});
