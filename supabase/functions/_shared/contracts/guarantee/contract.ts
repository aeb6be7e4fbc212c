import type { SentField } from "../fields/sent-fields.ts";
import type { ContractsShown, ContractsStatus } from "../stored-values.ts";

/** Where a tenant reads a field of the contract; its title here is what editors call its label. */
interface ContractField extends SentField {
  part: "tenant" | "landlord" | "property" | "figures" | "terms";
}

type NoField =
  | "id"
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

/**
 * The sheet of /contrato, in the order of specification section 2: what it asks for, draws, and has
 * labels for in the studio. A column that tenants may read stands here, or says above that it does not.
 */
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

/** Where a contract stands by day and fee, unless staff closed it (private.contract_state). */
export const contractStatesByDay = ["expired", "awaiting_payment", "upcoming", "in_force"] as const;
export type ContractState =
  | (typeof contractStatesByDay)[number]
  | Exclude<ContractsStatus, "active">;

/**
 * The same as private.contract_state, for whoever holds status and days (YYYY-MM-DD): what every page
 * and mail says of a contract's term follows from this. `today` is the day in Brasília.
 */
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

/** Whether the term of a contract in this state (private.is_running) has not ended yet. */
export const isRunningState = (state: string) =>
  state === "upcoming" || state === "in_force" || state === "awaiting_payment";

/** How far the renewal of a contract is (private.renewal_state). */
export const renewalStates = [
  "none",
  "asked",
  "offered",
  "declined",
  "expired",
  "renewed",
] as const;
export type RenewalState = (typeof renewalStates)[number];

/** Why public.resend_access sends nothing. */
export const accessRefusals = ["no-address", "not-ready", "just-sent"] as const;
export type AccessRefusal = (typeof accessRefusals)[number];
