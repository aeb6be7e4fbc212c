import type { ISql } from "postgres";

/** Pix account of the tenant in the fixtures, whose CPF is 529.982.247-25. */
export const tenantAccount = {
  kind: "pix",
  key: "ana@exemplo.com.br",
  holder: "Ana Márcia",
  document: "52998224725",
};

/** Books a payment of R$ 300,00 that pays no charge of the contract, and makes its refund. */
export async function oweRefund(sql: ISql, contractId: string): Promise<void> {
  const [movement] = await sql`
    insert into public.movements (direction, amount, moved_on, source, contract_id)
    values ('in', 300, private.today_in_brasilia(), 'by-hand', ${contractId}) returning id`;
  await sql`
    select private.refund_rest(movement, 'surplus')
    from public.movements as movement where movement.id = ${String(movement?.["id"])}`;
}

/** Stores the tenant's account for refunds as confirmed. */
export async function confirmAccount(sql: ISql, contractId: string): Promise<void> {
  await sql`
    insert into public.refund_accounts (contract_id, account, version, confirmed_at)
    values (${contractId}, ${sql.json(tenantAccount)}, 1, now())`;
}
