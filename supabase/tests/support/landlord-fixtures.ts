import { beforeEach, expect } from "vitest";
import { z } from "zod";
import { landlordAreaSchema } from "#contracts/landlords/landlord.ts";
import { actAs, callAsConnected } from "./act-as.ts";
import { createUser } from "./create-user.ts";
import { hashOf } from "./hash-of.ts";
import { insertContract } from "./insert-contract.ts";
import { offerFixtures } from "./offer-fixtures.ts";
import { contractRow } from "./sample-rows.ts";

export const address_hash = "b".repeat(64);

type Contracted = {
  email?: string;
  givenBy?: "tenant" | "staff";
  landlord?: object;
  changes?: Record<string, unknown>;
};

/** Returns fixtures for tests of landlords, with their own database; registers their hooks. */
export function landlordFixtures() {
  const fixtures = offerFixtures();
  beforeEach(async () => {
    await fixtures.sql`delete from public.landlords`;
    await fixtures.sql`delete from private.landlord_links`;
  });

  /**
   * Makes a contract with a lease, whose term begins in a later year and whose letter is still being made. `email` is an
   * address of the landlord that `givenBy` gave.
   */
  async function contracted({
    email,
    givenBy = "tenant",
    landlord,
    changes = {},
  }: Contracted = {}) {
    const { sql } = fixtures;
    const userId = await createUser(
      sql,
      `contrato-${crypto.randomUUID()}@contratos.payser.invalid`,
    );
    const row = contractRow(userId, {
      tenant_name: "Ana Márcia da Conceição",
      landlord_name: "José Pereira",
      property_city: "Maringá",
      property_state: "PR",
      start_date: "2090-01-01",
      end_date: "2090-12-31",
      ...changes,
    });
    const { id, leaseId } = await insertContract(sql, row);
    await sql`insert into public.letters (contract_id, code) values (${id}, private.new_letter_code())`;
    await sql`insert into public.document_jobs (contract_id) values (${id})`;
    if (landlord) await setLandlord(id, landlord);
    if (email !== undefined) {
      await sql`
        select private.ask_landlord(contract, ${email}, ${givenBy}, null, ${id})
        from public.contracts as contract where id = ${id}`;
    }
    return { id, leaseId, userId, landlordId: await landlordIdOf(id) };
  }

  /** Makes a contract by accepting an offer. */
  async function accepted(offered: object, changes: { landlord_email?: string } = {}) {
    const asked = await fixtures.request();
    const offer = fixtures.draft(asked.id, { landlord_name: "José Pereira Antônio", ...offered });
    await fixtures.make(offer);
    expect(await fixtures.accept({ ...asked, offer }, changes)).toMatchObject({
      outcome: "accepted",
    });
    const [row] = await fixtures.sql`
      select id, lease_id from public.contracts where offer_id = ${offer.id}`;
    const id = String(row?.["id"]);
    return { id, leaseId: String(row?.["lease_id"]), landlordId: await landlordIdOf(id) };
  }

  async function landlordIdOf(contractId: string) {
    const [row] = await fixtures.sql`
      select lease.landlord_id from public.leases as lease
      join public.contracts as contract on contract.lease_id = lease.id where contract.id = ${contractId}`;
    return z.nullable(z.string()).parse(row?.["landlord_id"]);
  }

  const setLandlord = (contract_id: string, wanted: object) =>
    fixtures.asStaff("set_landlord", { contract_id, wanted });

  async function issue(contractId: string, version = 1) {
    await fixtures.sql`
      update public.document_jobs set status = 'working', attempts = 1, version = ${version},
        leased_until = now() + interval '1 minute' where contract_id = ${contractId}`;
    const file = version === 1 ? "carta-de-fianca.pdf" : `carta-de-fianca-${version}.pdf`;
    await fixtures.call("record_documents_issued", {
      contract_id: contractId,
      attempt: 1,
      letter_sha256: "c".repeat(64),
      documents: [{ name: "Carta de fiança", file }],
      version,
    });
    return `${contractId}/${file}`;
  }

  /** Returns the secret in the latest mail to an address. */
  async function secretOf(address: string) {
    const [mail] = await fixtures.sql`
      select id from public.outgoing_mail where recipient = ${address} and template like 'landlord-%'
      order by created_at desc limit 1`;
    return z
      .nullable(z.string())
      .parse(await fixtures.call("landlord_secret", { mail_id: mail?.["id"] }));
  }

  async function open(secret: string | null, answer: Record<string, unknown> = {}) {
    const shown = await fixtures.call("landlord_area", {
      secret_hash: hashOf(secret ?? "none"),
      address_hash,
      ...answer,
    });
    return shown === null ? null : landlordAreaSchema.parse(shown);
  }

  /** Returns a lease in full, as the link shows it. */
  const leaseOf = async (secret: string | null, lease_id: string) =>
    (await open(secret, { lease_id }))?.lease;

  /** Confirms every lease that waits for a landlord with this e-mail address. Returns the secret of the link. */
  async function confirm(address: string) {
    const secret = await secretOf(address);
    for (const { id } of (await open(secret))?.waiting ?? []) {
      await open(secret, { contact_id: id, is_mine: true });
    }
    return secret;
  }

  const letterOf = (secret: string | null, contract_id: string) =>
    fixtures.call("find_landlord_letter", {
      secret_hash: hashOf(secret ?? ""),
      contract_id,
      address_hash,
    });
  const told = async () =>
    (
      await fixtures.sql`
      select template || ' ' || recipient as sent from public.outgoing_mail
      where template like 'landlord-%' order by created_at, template`
    ).map((row) => String(row["sent"]));
  const asTenant = (userId: string, name: string, args: Record<string, unknown>) =>
    actAs(fixtures.sql, { role: "authenticated", userId }, (sql) =>
      callAsConnected(sql, name, args),
    );

  return {
    fixtures,
    contracted,
    accepted,
    setLandlord,
    issue,
    secretOf,
    open,
    leaseOf,
    confirm,
    letterOf,
    told,
    asTenant,
  };
}
