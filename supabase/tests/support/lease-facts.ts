import { z } from "zod";
import {
  type Act,
  type ActName,
  landlordActs,
  nextActs,
  type PlannedAct,
  staffActs,
  tenantActs,
} from "./lease-acts.ts";
import { addressOf, type Mailbox, type World } from "./lease-world.ts";
import { look, type SeenClaim, type Snapshot } from "./lease-snapshot.ts";

/** One act as it ended. */
export interface Fact {
  name: ActName;
  /** Address of the landlord, or account of tenant or staff. */
  by: string;
  side: "landlord" | "tenant" | "staff";
  /** Claim as the person saw it before the act. */
  claim: SeenClaim | undefined;
  /**
   * done: something changed; same: the call changed nothing; denied: the person may not reach the row; refused: a rule
   * refused the call.
   */
  outcome: "done" | "same" | "denied" | "refused";
  id: string;
  part: number;
  answer: Answer | undefined;
  burst: number;
  before: Snapshot;
  after: Snapshot;
  /** Time in the life of the lease, in milliseconds. */
  at: number;
}
const answerSchema = z.looseObject({
  code: z.string().optional(),
  id: z.string().optional(),
  changed: z.boolean().optional(),
  outcome: z.string().optional(),
  state: z.string().optional(),
  version: z.number().optional(),
});
type Answer = z.infer<typeof answerSchema>;
/** Errors that the database raises for people to read. The API answers them with status 404, 409 or 422. */
const refusal = z.object({ code: z.string().regex(/^PT4(04|09|22)$/) });
const settled = new Set(["asked", "stated", "withdrawn", "regretted"]);

const links: readonly Mailbox[] = [
  "acting",
  "acting",
  "acting",
  "partner",
  "partner",
  "partner",
  "reader",
  "former",
  "asked",
  "stranger",
];

/** Performs planned acts at the same time, and returns how each of them ended. */
export async function performAtOnce(
  world: World,
  planned: readonly PlannedAct[],
  burst: number,
): Promise<Fact[]> {
  const { sql } = world.base.fixtures;
  const before = await look(sql, world.leaseId);
  const performed = await Promise.all(planned.map((plan) => perform(world, before, plan)));
  const after = await look(sql, world.leaseId);
  return performed.map((fact) => ({ ...fact, burst, before, after }));
}

async function perform(world: World, seen: Snapshot, { name, who, part }: PlannedAct) {
  const claim =
    seen.claims.toReversed()[part % 3 === 2 ? who % Math.max(seen.claims.length, 1) : 0];
  const isNext = name === "next";
  const fitting = nextActs[claim?.stage ?? "none"] ?? [];
  const chosen = isNext ? (fitting[who % fitting.length] ?? "open") : name;
  const mailbox = links[(isNext ? part : who) % (isNext ? 6 : links.length)] ?? "acting";
  const staff = nextStaff(world, claim, who, chosen);
  const act: Act = {
    world,
    seen,
    claim,
    mailbox,
    tenant: !isNext && who % 5 === 4 ? world.otherTenant : world.tenant,
    staff,
    part,
    id: crypto.randomUUID(),
  };
  const acts = { ...landlordActs, ...tenantActs, ...staffActs };
  const side = chosen in landlordActs ? "landlord" : chosen in tenantActs ? "tenant" : "staff";
  const by = side === "landlord" ? addressOf(mailbox) : side === "tenant" ? act.tenant : staff;
  const fact = {
    name: chosen,
    by,
    side,
    claim,
    id: act.id,
    part,
    at: Date.now() + world.passed,
  } as const;
  try {
    const value = await acts[chosen](act);
    const answer = answerSchema.safeParse(value).data;
    return { ...fact, answer, outcome: outcomeOf(chosen, value, answer, claim, seen) };
  } catch (error) {
    if (!refusal.safeParse(error).success) {
      throw new Error(`${chosen} by ${by}: ${String(error)}`, { cause: error });
    }
    return { ...fact, answer: undefined, outcome: "refused" as const };
  }
}

/** Chooses a person of staff: who decided, to undo; somebody else, as the second person or to pay; anybody for other acts. */
function nextStaff(
  { staff }: World,
  claim: SeenClaim | undefined,
  who: number,
  name: ActName,
): string {
  const fitting = staff.filter((member) => (member === claim?.decidedBy) === (name === "undo"));
  const list = name === "undo" || name === "second" || name === "pay" ? fitting : staff;
  return list[who % Math.max(list.length, 1)] ?? staff[0] ?? "";
}

function outcomeOf(
  name: ActName,
  value: unknown,
  answer: Answer | undefined,
  claim: SeenClaim | undefined,
  seen: Snapshot,
): Fact["outcome"] {
  if (value === undefined) return "same";
  if (answer?.code === "PT403") return "refused";
  if (value === null || answer?.code === "42501") return "denied";
  if (name === "open") return seen.claims.some(({ id }) => id === answer?.id) ? "same" : "done";
  const isDone =
    answer?.changed ??
    (answer?.outcome !== undefined
      ? settled.has(answer.outcome)
      : answer?.version !== undefined
        ? answer.version > (claim?.versions.landlord ?? 0)
        : answer?.state === "asked" && !seen.contracts.some(({ renewal }) => renewal === "asked"));
  return isDone ? "done" : "same";
}
