import type { SentField } from "../fields/sent-fields.ts";
import type { ContractsShown, ContractsStatus } from "../stored-values.ts";

interface ContractField extends SentField {
  part: "tenant" | "landlord" | "property" | "figures" | "terms";
}

type NoField =
  | "id"
  | "leaseId"
  | "userId"
  | "contractNumber"
  | "status"
  | "landlordPhone"
  | "propertyCity"
  | "propertyState"
  | "createdAt"
  | "closedAt"
  | "closeReason"
  | "endsOn"
  | "feeDueOn"
  | "letterFee"
  | "renewsContractId"
  | "renewalAskedAt";

/** Fields of /contrato, in the order of spec section 2. `NoField` lists the columns that /contrato does not show. */
export const contractFields: Readonly<Record<Exclude<ContractsShown, NoField>, ContractField>> = {
  tenantName: { title: "Nome do locatário", part: "tenant" },
  tenantCpf: { title: "CPF", kind: "cpf", part: "tenant" },
  tenantEmail: { title: "E-mail", part: "tenant" },
  tenantPhone: { title: "Telefone", kind: "phone", part: "tenant" },
  landlordName: { title: "Nome do locador", part: "landlord" },
  propertyType: { title: "Tipo do imóvel", part: "property" },
  propertyAddress: { title: "Endereço do imóvel", part: "property" },
  rentalValue: { title: "Valor do aluguel", kind: "money", part: "figures" },
  guaranteeReferenceValue: { title: "Valor de referência", kind: "money", part: "figures" },
  coverLimit: { title: "Limite da cobertura", kind: "money", part: "figures" },
  startDate: { title: "Início", kind: "date", part: "terms" },
  endDate: { title: "Término", kind: "date", part: "terms" },
  contractDurationMonths: { title: "Duração", kind: "months", part: "terms" },
  paymentMethod: { title: "Forma de pagamento", part: "terms" },
  fee: { title: "Taxa", kind: "money", part: "terms" },
};

/**
 * States of an active contract, computed from today's date and the fee payment. The states of other contracts are
 * stored.
 */
export const contractStatesByDay = ["expired", "awaiting_payment", "upcoming", "in_force"] as const;
export type ContractState =
  | (typeof contractStatesByDay)[number]
  | Exclude<ContractsStatus, "active">;

/** Returns the state of a contract on the day `today` in Brasília, like private.contract_state. Days are YYYY-MM-DD. */
export function contractStateOn(
  contract: { status: string; startDate: string; endDate: string; letterFee: string },
  today: string,
): ContractState {
  const { status, startDate, endDate, letterFee } = contract;
  if (status === "ended" || status === "cancelled") return status;
  if (endDate < today) return "expired";
  if (letterFee === "awaited") return "awaiting_payment";
  return startDate > today ? "upcoming" : "in_force";
}

/** Tells whether a contract in this state has not ended yet, like private.is_running in the database. */
export const isRunningState = (state: string) =>
  state === "upcoming" || state === "in_force" || state === "awaiting_payment";

/** Stages of a contract's renewal: the results of private.renewal_state. */
export const renewalStates = [
  "none",
  "asked",
  "offered",
  "declined",
  "expired",
  "renewed",
] as const;
export type RenewalState = (typeof renewalStates)[number];

/** Reasons why the database function public.resend_access sends no mail. */
export const accessRefusals = ["no-address", "not-ready", "just-sent"] as const;
export type AccessRefusal = (typeof accessRefusals)[number];
