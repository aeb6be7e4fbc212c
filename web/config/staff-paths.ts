/** Paths of the staff area to which code links. They have a file of their own, so that no public page loads them. */
export const staffPaths = {
  search: "/admin/busca",
  contracts: "/admin/contratos",
  claims: "/admin/acionamentos",
  payments: "/admin/pagamentos",
  payables: "/admin/a-pagar",
  partnerships: "/admin/parcerias",
  messages: "/admin/mensagens",
  mail: "/admin/emails",
  statement: "/admin/extrato",
  team: "/admin/equipe",
  limits: "/admin/limites",
  audit: "/admin/auditoria",
  security: "/admin/seguranca",
} as const;
