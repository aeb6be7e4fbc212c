const names: Record<string, string> = {
  "simulation-received": "Confirmação de simulação",
  "simulation-notice": "Aviso de nova simulação",
  "simulation-approved": "Aprovação de simulação",
  "simulation-rejected": "Rejeição de simulação",
  "tracking-link": "Novo link de acompanhamento",
  "offer-made": "Aprovação com condições",
  "offer-reminder": "Lembrete das condições",
  "offer-accepted": "Confirmação do aceite",
  "documents-asked": "Pedido de documentos",
  "contract-ready": "Contrato pronto, com o acesso",
  "contract-ended": "Fim do contrato",
  "partnership-received": "Confirmação de parceria",
  "partnership-notice": "Aviso de novo pedido de parceria",
  "contact-received": "Confirmação de mensagem de contato",
  "contact-notice": "Aviso de nova mensagem de contato",
  "password-recovery": "Recuperação de senha",
  "password-changed": "Aviso de senha alterada",
  "staff-pending": "Aviso de conta à espera de liberação",
  "staff-released": "Aviso de conta liberada",
  "test-mail": "Teste de um texto",
};

/** What an e-mail is about, by its template; one that is not known keeps its code name. */
export function mailName(template: string | null): string {
  return names[template ?? ""] ?? template ?? "E-mail";
}
