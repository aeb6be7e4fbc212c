import type { Sql } from "postgres";
import { z } from "zod";

const claimSchema = z.object({
  id: z.string(),
  contractId: z.string(),
  stage: z.string(),
  round: z.number(),
  /** Version of the claim for each viewer. */
  versions: z.object({ landlord: z.number(), tenant: z.number(), staff: z.number() }),
  lastEvent: z.number(),
  accountVersion: z.number(),
  accountFrom: z.string().nullable(),
  decidedBy: z.string().nullable(),
  isFinal: z.boolean(),
  items: z.array(z.object({ id: z.string(), asked: z.number(), granted: z.number().nullable() })),
  reviewed: z.array(z.string()),
  charges: z.array(z.object({ id: z.string(), open: z.number() })),
  movements: z.array(z.string()),
});
const snapshotSchema = z.object({
  claims: z.array(claimSchema),
  contracts: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      mayRenew: z.boolean(),
      renewal: z.string(),
    }),
  ),
  endings: z.array(z.object({ id: z.string() })),
  /** Confirmed addresses that see the lease, each with its standing. */
  addresses: z.array(z.object({ id: z.string(), address: z.string(), acts: z.boolean() })),
  toAnswer: z.array(z.object({ id: z.string(), address: z.string() })),
  toCheck: z.array(z.string()),
});
export type Snapshot = z.infer<typeof snapshotSchema>;
export type SeenClaim = Snapshot["claims"][number];

/** Reads what the people of a lease can see before they act. The standing of claims only helps to choose an act. */
export async function look(sql: Sql, leaseId: string): Promise<Snapshot> {
  const [row] = await sql`
    select jsonb_build_object(
      'claims', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', claim.id, 'contractId', claim.contract_id, 'stage', standing.stage, 'round', claim.round,
          'versions', (
            select jsonb_object_agg(viewer, private.claim_version(claim.id, viewer))
            from unnest(array['landlord', 'tenant', 'staff']) as viewer
          ),
          'lastEvent', (select max(event.id) from public.case_events as event where event.claim_id = claim.id),
          'accountVersion', claim.account_changes, 'accountFrom', claim.account_asked_by,
          'decidedBy', claim.decided_by, 'isFinal', claim.final_at is not null,
          'items', (
            select jsonb_agg(jsonb_build_object('id', item.id, 'asked', item.asked, 'granted', item.granted) order by item.place)
            from public.claim_items as item where item.claim_id = claim.id
          ),
          'reviewed', (
            select coalesce(jsonb_agg(distinct named.item), '[]')
            from public.claim_reviews as review cross join unnest(review.items) as named (item)
            where review.claim_id = claim.id and review.round = claim.round
          ),
          'charges', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', charge.id, 'open', charge.amount - charge.allocated
            ) order by charge.is_open desc, charge.created_at desc), '[]')
            from public.charges as charge where charge.claim_id = claim.id
          ),
          'movements', (
            select coalesce(jsonb_agg(distinct paid.movement_id), '[]')
            from public.allocations as paid join public.charges as charge on charge.id = paid.charge_id
            join public.movements as movement on movement.id = paid.movement_id
            where charge.claim_id = claim.id and movement.reverses is null
          )
        ) order by claim.opened_at, claim.id), '[]')
        from public.claims as claim cross join private.claim_standing(claim) as standing
        where claim.lease_id = ${leaseId}
      ),
      'contracts', (
        select jsonb_agg(jsonb_build_object(
          'id', contract.id, 'status', contract.status,
          'mayRenew', private.is_renewable(contract), 'renewal', private.renewal_state(contract)
        ) order by contract.start_date, contract.created_at)
        from public.contracts as contract where contract.lease_id = ${leaseId}
      ),
      'endings', (
        select coalesce(jsonb_agg(jsonb_build_object('id', ending.id) order by ending.asked_at desc, ending.id), '[]')
        from public.contract_endings as ending join public.contracts as contract on contract.id = ending.contract_id
        where contract.lease_id = ${leaseId}
      ),
      'addresses', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', known.id, 'address', known.address, 'acts', known.given_by <> 'tenant' or known.checked_at is not null
        ) order by known.address), '[]')
        from public.lease_addresses as known where known.lease_id = ${leaseId} and known.confirmed_at is not null
      ),
      'toAnswer', (
        select coalesce(jsonb_agg(jsonb_build_object('id', known.id, 'address', known.address) order by known.address), '[]')
        from public.lease_addresses as known
        where known.lease_id = ${leaseId} and known.confirmed_at is null and known.refused_at is null
      ),
      'toCheck', (
        select coalesce(jsonb_agg(known.id order by known.address), '[]') from public.lease_addresses as known
        where known.lease_id = ${leaseId} and known.given_by = 'tenant' and known.confirmed_at is not null
          and known.checked_at is null
      )
    ) as seen`;
  return snapshotSchema.parse(row?.["seen"]);
}
