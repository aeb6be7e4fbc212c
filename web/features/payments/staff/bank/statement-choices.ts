import { formatShortDate } from "#contracts/fields/formats.ts";
import { describeOpen } from "../charge-state.tsx";
import type { StatementLine } from "../statement/statement-reading.ts";
import type { JudgedLine, KnownCharge, StatementPreview } from "./statement-preview.ts";

/** Decision about a line, in the format of the SQL function book_statement. */
export type Choice = { place: number } & (
  | { charge: string; accountVersion?: number; again?: string }
  /** Pays the contract's oldest open fee. If `keep` is true, the whole amount stays unallocated on the contract. */
  | { contract: string; keep?: true; again?: string }
  | { unknown: true; again?: string }
  | { movement: string }
  | { returns: string; again?: string }
  | { aside: true }
);

/** Maximum number of choices in one call of private.book_statement. */
export const mostChoices = 200;

/** Line of the statement file, with the state that the server gave to the line. */
export interface Line {
  read: StatementLine;
  judged: JudgedLine;
}

/** Decision on the screen: the value of the select, and the typed number of another contract. */
export interface Decision {
  value: string;
  typed: string;
}

/** Values of the options that name no charge, contract or payment. The empty value leaves the decision for later. */
export const later = "";
export const otherContract = "contract";
export const aside = "aside";
const unknown = "unknown";
const kinds = {
  charge: "charge:",
  contract: "balance:",
  returns: "returns:",
  hand: "by-hand:",
} as const;

export interface Option {
  value: string;
  label: string;
}

/**
 * Returns the open charge that a statement line would pay, or the paid charge that its text names; otherwise undefined.
 */
export function chargeOf({ judged }: Line, preview: StatementPreview): KnownCharge | undefined {
  return [...preview.charges, ...preview.payables].find(({ id }) => id === judged.chargeId);
}

/** Returns the contract that the text of a statement line names. */
export function contractOf({ judged }: Line, preview: StatementPreview) {
  return preview.contracts.find(({ id }) => id === judged.contractId);
}

/** Returns the possible decisions about a statement line. The charge or contract that the line names comes first. */
export function optionsOf(line: Line, preview: StatementPreview): Option[] {
  const options =
    line.read.direction === "in" ? optionsIn(line, preview) : optionsOut(line, preview);
  const { movementId, bookedOn } = line.judged;
  if (movementId === undefined || bookedOn === undefined) return options;
  const label = `É o pagamento que a equipe registrou à mão em ${formatShortDate(bookedOn)}`;
  return [{ value: `${kinds.hand}${movementId}`, label }, ...options];
}

function optionsIn(line: Line, preview: StatementPreview): Option[] {
  const amount = Number(line.read.amount);
  const named = chargeOf(line, preview);
  const contract = contractOf(line, preview);
  const balance = contract && {
    value: `${kinds.contract}${contract.number}`,
    label: "Fica como saldo do contrato, a devolver ou a alocar",
  };
  const isOpen = named !== undefined && named.open > 0;
  const own = [...(isOpen ? [ownOption(named)] : []), ...(balance ? [balance] : [])];
  const returned = preview.payouts
    .filter((payout) => payout.amount === amount)
    .map(({ movementId, payee, contractNumber, movedOn }) => ({
      value: `${kinds.returns}${movementId}`,
      label: `Transferência devolvida pelo banco: ${listed(payee, contractNumber)}, de ${formatShortDate(movedOn)}`,
    }));
  // Charges of other people are offered only when the line names no contract.
  const others = contract
    ? []
    : preview.charges.filter((charge) => charge.open === amount).map(chargeOption);
  return [
    ...own,
    ...returned,
    ...others,
    { value: otherContract, label: "De outro contrato…" },
    { value: unknown, label: "Entrou, e ainda não se sabe de quem é" },
    { value: aside, label: "Deixar de lado" },
  ];
}

function optionsOut(line: Line, preview: StatementPreview): Option[] {
  const amount = Number(line.read.amount);
  return [
    ...preview.payables.filter((charge) => charge.open === amount).map(chargeOption),
    { value: aside, label: "Deixar de lado" },
  ];
}

/**
 * Option for the charge of the named contract. The label omits the contract, because the line's explanation names it.
 */
const ownOption = (charge: KnownCharge): Option => ({
  value: `${kinds.charge}${charge.id}`,
  label: describeOpen(charge, charge.dueOn),
});

const chargeOption = (charge: KnownCharge): Option => ({
  value: `${kinds.charge}${charge.id}`,
  label: `${charge.payee ?? charge.tenant ?? "Sem contrato"}: ${describeOpen(charge, charge.dueOn)}`,
});

/** Tells whether a charge of a contract has no confirmed account. The database books no transfer for such a charge. */
const lacksAccount = (charge: KnownCharge | undefined) =>
  charge !== undefined && charge.account === null && charge.contractNumber !== null;

const listed = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join(", ") || "sem contrato";

/**
 * Names the payee (with account) or the tenant of the chosen charge, and the contract. Returns "" for other decisions.
 */
export function describeChosen({ value }: Decision, preview: StatementPreview): string {
  const charge = [...preview.payables, ...preview.charges].find(
    ({ id }) => value === `${kinds.charge}${id}`,
  );
  if (!charge) return "";
  if (charge.payee === null) return listed(charge.tenant, charge.contractNumber);
  return listed(charge.payee, charge.account ?? "sem conta confirmada", charge.contractNumber);
}

/**
 * Returns the preset decision for a line: the matching charge, the named contract, or the movement that staff booked by
 * hand. Returns "" when a person must decide.
 */
export function presetOf(line: Line, preview: StatementPreview): string {
  const { state, chargeId, movementId } = line.judged;
  if (state === "by-hand" && movementId !== undefined) return `${kinds.hand}${movementId}`;
  if (state === "settled") {
    const contract = contractOf(line, preview);
    return contract ? `${kinds.contract}${contract.number}` : later;
  }
  if (state === "payable" && lacksAccount(chargeOf(line, preview))) return later;
  const isMatched = state === "pays" || state === "part" || state === "more" || state === "payable";
  return isMatched && chargeId !== undefined ? `${kinds.charge}${chargeId}` : later;
}

/**
 * Returns the choice to send; null when the person decides later. `again` is a new movement id. It books a line that
 * equals an already booked line.
 */
export function choiceOf(
  { read, judged }: Line,
  { value, typed }: Decision,
  preview: StatementPreview,
  again?: string,
): Choice | null {
  const { place } = judged;
  const repetition = again === undefined ? {} : { again };
  if (value === later) return null;
  if (value === aside) return { place, aside: true };
  if (value === unknown) return { place, unknown: true, ...repetition };
  if (value === otherContract) {
    const contract = typed.trim();
    return contract ? { place, contract, ...repetition } : null;
  }
  const id = value.slice(value.indexOf(":") + 1);
  if (value.startsWith(kinds.contract)) return { place, contract: id, keep: true, ...repetition };
  if (value.startsWith(kinds.hand)) return { place, movement: id };
  if (value.startsWith(kinds.returns)) return { place, returns: id, ...repetition };
  if (read.direction === "in") return { place, charge: id, ...repetition };
  const version = preview.payables.find((charge) => charge.id === id)?.accountVersion ?? null;
  return { place, charge: id, ...(version !== null && { accountVersion: version }), ...repetition };
}

/** Explains why a line needs a decision, or what the preset decision does; "" for a line that matches one charge. */
export function explain(line: Line, preview: StatementPreview): string {
  const charge = chargeOf(line, preview);
  const contract = contractOf(line, preview);
  const cites = contract ? `Cita o contrato ${contract.number}, de ${contract.tenant}` : "";
  switch (line.judged.state) {
    case "pays":
      return "";
    case "payable":
      return lacksAccount(charge)
        ? "A conta de quem recebe ainda não foi confirmada. Decida esta linha depois da confirmação."
        : "";
    case "part":
      return `${cites}. É menos do que está em aberto: paga uma parte, e o resto continua a receber.`;
    case "more":
      return `${cites}. É mais do que está em aberto: o que sobrar fica a devolver ou a alocar.`;
    case "settled":
      return charge?.paidOn
        ? `${cites}, cuja cobrança já foi paga em ${formatShortDate(charge.paidOn)}.`
        : `${cites}, que não tem cobrança em aberto para este valor.`;
    case "by-hand":
      return "A equipe já registrou à mão um pagamento deste valor. A linha vira a prova dele, e nada é registrado de novo.";
    case "stranger":
      return "Não cita nenhum contrato.";
    case "out":
      return preview.payables.some(({ open }) => open === Number(line.read.amount))
        ? "Há mais de um pagamento a fazer deste valor. Escolha qual."
        : "Nada do que há a pagar é deste valor.";
    case "before":
      return "Já foi registrado, por este extrato ou por um anterior.";
    case "aside":
      return "Foi deixado de lado.";
    case "repeated":
      return "É igual a outra linha deste arquivo.";
  }
}

const whyRefused: Readonly<Record<string, string>> = {
  before: "já tinha sido registrada",
  changed: "a cobrança ou a transferência mudou",
  direction: "a cobrança é da outra direção",
  "no-account": "a conta de quem recebe ainda não foi confirmada",
  account: "a conta mudou, confira a conta nova",
  waits: "a conta é nova e ainda não pode ser paga",
  second: "espera a aprovação de outra pessoa da equipe",
  "other-person":
    "você abriu, decidiu ou aprovou este pagamento: outra pessoa da equipe o registra",
  right: "pagar devoluções e acionamentos pede o direito “Aprovar e pagar”",
  unknown: "o contrato não existe",
};

/** Describes refused choices by the line numbers of the file. */
export function describeRefused(
  refused: readonly { place: number; why: string }[],
  lines: readonly StatementLine[],
): string[] {
  return refused.map(({ place, why }) => {
    const line = lines.find((read) => read.place === place)?.line;
    return `Linha ${line ?? "?"}: ${whyRefused[why] ?? "não foi registrada"}.`;
  });
}
