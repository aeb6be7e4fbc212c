import { beforeEach } from "vitest";
import { claimViewSchema } from "#contracts/claims/claims.ts";
import { hashOf } from "./hash-of.ts";
import { address_hash, landlordFixtures } from "./landlord-fixtures.ts";
import { day } from "./sample-rows.ts";

/** Address that the tenant gave, and address that staff gave. */
export const given = "segunda.caixa@exemplo.com.br";
export const owner = "jose@exemplo.com.br";
export const cpf = "52998224725";
export const cnpj = "12ABC34501DE35";
export const inForce = { start_date: "2026-01-01", cover_limit: 9000 };
export const account = {
  kind: "pix",
  key: "52998224725",
  holder: "Ana Márcia da Conceição",
  document: "52998224725",
};

/** Returns fixtures for tests of what each address of a lease may do, based on those of landlords; registers their hooks. */
export function standingFixtures() {
  const base = landlordFixtures();
  const { fixtures, contracted, setLandlord, confirm, asTenant } = base;
  beforeEach(() => fixtures.sql`delete from private.kept_content`);

  /**
   * Makes a lease in force, with confirmed addresses: one that the tenant gave, one that staff gave, and the agency's own.
   * The addresses of the former landlord were confirmed before staff replaced this landlord by the agency.
   */
  async function lease() {
    const changes = { ...inForce, end_date: day(60) };
    const contract = await contracted({ landlord: { name: "Rui Barros", document: cpf }, changes });
    const add = async (address: string, is_own: boolean) => {
      await fixtures.asStaff("add_landlord_address", { contract_id: contract.id, address, is_own });
      return String(await confirm(address));
    };
    const formers = [
      await add("rui@exemplo.com.br", true),
      await add("rui2@exemplo.com.br", false),
    ];
    await setLandlord(contract.id, { name: "Imobiliária Sol", kind: "agency", document: cnpj });
    await asTenant(contract.userId, "give_landlord_address", {
      contract_id: contract.id,
      address: given,
    });
    return {
      ...contract,
      formers,
      reads: String(await confirm(given)),
      acts: await add(owner, false),
      agency: await add("agencia@exemplo.com.br", true),
    };
  }
  const byLink = (secret: string, name: string, args: Record<string, unknown>) =>
    fixtures.call(name, { secret_hash: hashOf(secret), address_hash, ...args });
  const claimByLink = (secret: string, action: string, request: Record<string, unknown>) =>
    byLink(secret, "claim_by_link", { action, request });
  const openForm = ({ leaseId }: { leaseId: string }) => ({
    leaseId,
    requestId: crypto.randomUUID(),
    happenedOn: day(0),
    items: [{ id: crypto.randomUUID(), kind: "repair", description: "Porta", asked: 500 }],
  });
  const openClaim = async (of: { leaseId: string; acts: string }) =>
    claimViewSchema.parse(await claimByLink(of.acts, "open", openForm(of)));

  return { ...base, lease, byLink, claimByLink, openForm, openClaim };
}

export type Lease = Awaited<ReturnType<ReturnType<typeof standingFixtures>["lease"]>>;
