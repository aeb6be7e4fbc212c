export const demoAccounts = {
  staff: { email: "equipe@payser.example", password: "payser-equipe" },
  /** Secret of the second factor of `financeiro@` and `gestao@`, whose rights need it. The local inbox shows the code. */
  secondFactor: "PAYSERDEMONSTRATIONPAYSERDEMOSTR",
  /** One member of staff for each preset of the team screen, with the password of `staff`. */
  members: [
    { email: "analise@payser.example", name: "Alice Nunes", rights: ["requests", "offers"] },
    { email: "contratos@payser.example", name: "Caio Barros", rights: ["contracts"] },
    { email: "financeiro@payser.example", name: "Fábio Rocha", rights: ["money", "payouts"] },
    { email: "acionamentos@payser.example", name: "Aline Prado", rights: ["claims"] },
    { email: "gestao@payser.example", name: "Gilda Moraes", rights: ["team", "owner"] },
  ],
  pendingStaff: { email: "nova.pessoa@payser.example", password: "payser-pendente" },
  contracts: [
    {
      contractNumber: "PF-2026-4D8A1F0C72",
      password: "chave-maringa",
      email: "ana.ribeiro@exemplo.com.br",
    },
    {
      contractNumber: "PF-2026-B93E60D517",
      password: "chave-londrina",
      email: "joao.tavares@exemplo.com.br",
    },
  ],
  /** Account whose lease has two periods; the landlord confirmed the address once and asks for a review. */
  renewed: {
    contractNumber: "PF-2026-6F15D8A920",
    password: "chave-umuarama",
    landlord: "proprietaria@exemplo.com.br",
  },
  /** Agency with twelve leases. */
  agency: { landlord: "agencia@exemplo.com.br" },
  /** Address that a tenant gave, that was confirmed, and that waits for the check of staff. */
  waitingAddress: "carlos.nogueira@exemplo.com.br",
  /** Account whose contract has ended and whose landlord has opened a claim. */
  claimed: {
    contractNumber: "PF-2026-7C20E9A4B8",
    password: "chave-curitiba",
    landlord: "locadora@exemplo.com.br",
  },
  /** Account whose fee has three instalments; the second instalment is partly paid. */
  inInstalments: { contractNumber: "PF-2026-5B3E9D1A60", password: "chave-cascavel" },
};
