import { expect, test } from "vitest";
import { claimFixtures } from "../support/claim-fixtures.ts";
import { claimFileRow } from "../support/sample-rows.ts";

const {
  fixtures,
  asStaff,
  ask,
  day,
  guaranteed,
  heard,
  change,
  decide,
  detail,
  versionOf,
  colleague,
  askReview,
  ageDecision,
} = claimFixtures();

const uuid = () => crypto.randomUUID();

/** Returns a list's rows as text. The last column of a row is before its closing bracket. */
async function listed(name: string, args: Record<string, unknown>) {
  const rows: unknown = await fixtures.asStaff(name, args);
  return JSON.stringify(rows);
}

/** Returns a number that the staff's pages show, such as that of the endings to confirm. */
async function tasks(name: string) {
  const counts: Record<string, unknown> = { ...(await asStaff("staff_counts", {})) };
  return counts[name];
}

test("nobody agrees to a decision that was sent back and changed after they saw it", async () => {
  const contract = await guaranteed(20_000);
  const claim = await heard(contract, 9000);
  await decide(claim, [8000]);
  const seen = await versionOf(claim.id);
  const other = await colleague();
  const note = "Confira o orçamento";
  await change("second_claim", { claim_id: claim.id, agrees: false, note }, other);
  await decide(claim, [9000]);
  await expect(
    change(
      "second_claim",
      { claim_id: claim.id, agrees: true, note: "", version: seen },
      await colleague("terceira"),
    ),
  ).rejects.toThrow(/Este pedido mudou desde que você o abriu/);
  expect((await detail(claim.id)).stage).toBe("second");
});

test("a decision is refused when a file was set aside after the page was opened", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  const fileId = uuid();
  const file = claimFileRow(claim.id, { id: fileId, sent_from: contract.address });
  await fixtures.sql`insert into public.claim_files ${fixtures.sql(file)}`;
  const version = await versionOf(claim.id);
  const aside = { file_id: fileId, reason: "Foto de outro imóvel" };
  expect(await asStaff("set_file_aside", aside)).toEqual({ changed: true });
  expect(await asStaff("set_file_aside", aside)).toEqual({ changed: false });
  const items = claim.items.map(({ id }) => ({ id, granted: 1000 }));
  await expect(
    change("decide_claim", { claim_id: claim.id, items, recourse: 0, version }),
  ).rejects.toThrow("um arquivo foi posto de lado");
  const { files, events } = await detail(claim.id);
  expect(files).toMatchObject([{ asideReason: "Foto de outro imóvel" }]);
  expect(events.at(-1)).toMatchObject({ side: "staff", what: "file-aside" });
});

test("the queue of payouts tells from which day a new account may be paid, and the bank's file leaves it out", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [1000]);
  const payouts = { view: "payouts" };
  expect(await listed("list_charges", payouts)).toMatch(/,\)"$/);
  expect(await listed("export_payouts", {})).toContain("locador@exemplo.com.br");
  await fixtures.sql`update public.claims set account_since = now() where id = ${claim.id}`;
  const { payableFrom } = await detail(claim.id);
  expect(payableFrom?.localeCompare(await day(1))).toBeGreaterThan(0);
  expect(await listed("list_charges", payouts)).toContain(`,${payableFrom},`);
  expect(await listed("export_payouts", {})).toBe("[]");
});

test("an account of another holder is warned about, by document if it is known, else by name", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  const [row] = await fixtures.sql`
    select landlord_name as name from public.contracts where id = ${contract.id}`;
  const name = String(row?.["name"]);
  const cpf = "52998224725";
  const warns = async (holder: string, document: string) => {
    const given = { kind: "pix", key: "locador@exemplo.com.br", holder, document };
    await fixtures.sql`update public.claims set account = ${fixtures.sql.json(given)} where id = ${claim.id}`;
    return (await detail(claim.id)).isOtherHolder;
  };
  expect(await warns(` ${name.toUpperCase()}`, cpf)).toBe(false);
  expect(await warns("Maria de Souza Lima", cpf)).toBe(true);
  await asStaff("set_landlord", {
    contract_id: contract.id,
    wanted: { name, kind: "owner", document: cpf },
  });
  expect(await warns("Imobiliária de outro nome", cpf)).toBe(false);
  expect(await warns(name, "11144477735")).toBe(true);
  await fixtures.sql`update public.claims set account = null, account_since = null where id = ${claim.id}`;
  expect(await detail(claim.id)).not.toHaveProperty("isOtherHolder");
});

test("the undisputed part of a review can be paid from the page of the claim", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 500);
  await decide(claim, [1000, 500]);
  await ageDecision(claim);
  await askReview(contract, claim, "tenant", 1);
  expect(await detail(claim.id)).toMatchObject({
    stage: "review",
    toPay: 1000,
    payTo: { key: "locador@exemplo.com.br" },
    reviewedItems: [claim.items[1]?.id],
  });
});

test("an ending is a task of staff only when no side can state the day of the keys any more", async () => {
  const contract = await guaranteed();
  const { ending_id } = await ask(contract);
  expect(await tasks("endingsAsked")).toBe(0);
  expect(await asStaff("confirm_ending", { ending_id })).toMatchObject({
    changed: false,
    why: "waits",
    until: await day(5),
  });
  expect(await listed("list_contracts", { view: "ending" })).toContain(
    `,in_force,${await day(5)},`,
  );
  await fixtures.sql`update public.contract_endings set answer_until = ${await day(-1)}`;
  expect(await tasks("endingsAsked")).toBe(1);
  expect(await listed("list_contracts", { view: "ending" })).toContain(",in_force,,");
});

test("an address of the tenant's counts as a task of staff until somebody has checked it", async () => {
  const contract = await guaranteed();
  expect(await tasks("addressesToCheck")).toBe(0);
  const [given] = await fixtures.sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    values (${contract.leaseId}, 'outra.caixa@exemplo.com.br', 'tenant', now()) returning id`;
  expect(await tasks("addressesToCheck")).toBe(1);
  const check = { contact_id: given?.["id"], note: "Ligamos para a imobiliária" };
  expect(await asStaff("check_landlord_address", check)).toEqual({ changed: true });
  expect(await tasks("addressesToCheck")).toBe(0);
});
