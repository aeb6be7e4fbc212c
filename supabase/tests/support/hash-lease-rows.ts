import type { ISql } from "postgres";

/** Returns a hash of all rows of leases, claims and endings, which changes with each act of a landlord. */
export async function hashLeaseRows(sql: ISql): Promise<string> {
  const [row] = await sql`
    select md5(concat(
      (select string_agg(claim::text, '|' order by claim.id) from public.claims as claim),
      (select string_agg(event::text, '|' order by event.id) from public.case_events as event),
      (select string_agg(item::text, '|' order by item.id) from public.claim_items as item),
      (select string_agg(review::text, '|' order by review.claim_id, review.side) from public.claim_reviews as review),
      (select string_agg(file::text, '|' order by file.id) from public.claim_files as file),
      (select string_agg(file::text, '|' order by file.id) from public.inspection_files as file),
      (select string_agg(ending::text, '|' order by ending.id) from public.contract_endings as ending),
      (select string_agg(said::text, '|' order by said.ending_id, said.side) from public.handover_statements as said),
      (select string_agg(known::text, '|' order by known.id) from public.lease_addresses as known),
      (select string_agg(contract::text, '|' order by contract.id) from public.contracts as contract)
    )) as hash`;
  return String(row?.["hash"]);
}
