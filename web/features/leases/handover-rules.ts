import type { ContractEnding } from "#contracts/leases/endings.ts";
import { todayInBrasilia } from "#contracts/fields/formats.ts";

/** Sides that are asked about the day of the keys. */
type Side = ContractEnding["waits_for"][number];
type Stated = Pick<ContractEnding, "statements">;

/** Returns the day of the keys that a side has stated, with its receipt; undefined before. */
export const statementOf = ({ statements }: Stated, side: Side) =>
  statements.find((statement) => statement.side === side);

/** Returns the different days of the keys that are stated. More than one means that the sides do not agree. */
export const statedDays = ({ statements }: Stated) => [
  ...new Set(statements.map(({ keysOn }) => keysOn)),
];

/** Tells whether a side may state the day of the keys, like private.state_handover_of. */
export function mayState(
  {
    status,
    asked_by,
    keys_on,
    answer_until,
  }: Pick<ContractEnding, "status" | "asked_by" | "keys_on" | "answer_until">,
  side: Side,
  today = todayInBrasilia(),
): boolean {
  if (status !== "asked" || keys_on === null) return false;
  return asked_by === side || answer_until === null || answer_until >= today;
}

/** Tells whether a side may send or replace its receipt of the keys, like private.takes_proof. */
export function takesProof(ending: Stated & Pick<ContractEnding, "status">, side: Side): boolean {
  const own = statementOf(ending, side);
  if (!own || ending.status === "withdrawn") return false;
  return ending.status === "asked" || own.proofAt === undefined;
}
