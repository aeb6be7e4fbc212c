import * as z from "zod/mini";
import { type StaffRightsName, staffRightsName } from "./stored-values.ts";

/** Names of rights as people read them, like private.right_title, and the acts that each right allows. */
export const rightTexts: Record<StaffRightsName, { title: string; allows: string }> = {
  read: { title: "Consultar", allows: "ver tudo, procurar, anotar e assumir casos" },
  requests: { title: "Decidir pedidos", allows: "aprovar, recusar e pedir documentos" },
  offers: { title: "Fazer condições", allows: "fazer, mudar e retirar condições" },
  contracts: {
    title: "Cuidar de contratos",
    allows: "corrigir, conferir e-mails e chaves, encerrar e renovar",
  },
  money: { title: "Lançar pagamentos", allows: "importar extratos, lançar, estornar e avisar" },
  payouts: {
    title: "Aprovar e pagar",
    allows: "aprovar devoluções e acionamentos e dar por pagos",
  },
  claims: { title: "Decidir acionamentos", allows: "pedir, decidir e rever" },
  team: { title: "Gerir a equipe", allows: "contas, direitos e sessões" },
  owner: { title: "Gerir a empresa", allows: "números, exportações, auditoria e limites" },
};

/** Rights that people of one kind of work usually have. Only rights count; a preset ticks them in the form. */
export const rightPresets: { title: string; rights: readonly StaffRightsName[] }[] = [
  { title: "Análise", rights: ["read", "requests", "offers"] },
  { title: "Contratos", rights: ["read", "contracts"] },
  { title: "Financeiro", rights: ["read", "money", "payouts"] },
  { title: "Acionamentos", rights: ["read", "claims"] },
  { title: "Gestão", rights: ["read", "team", "owner"] },
];

/** Form in which a member of staff gives rights to another one. */
export const staffRightsFormSchema = z.object({
  rights: z
    .array(z.enum(staffRightsName), "Escolha os direitos")
    .check(
      z.refine(
        (rights) => rights.length === 0 || rights.includes("read"),
        "Quem tem algum direito também consulta.",
      ),
    ),
});
