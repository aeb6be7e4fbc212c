import { expect, test } from "vitest";
import { inspectionsSchema } from "#contracts/inspections/inspections.ts";
import { addLandlordAddress, landlordSecret } from "../support/add-landlord-address.ts";
import { address_hash, claimFixtures } from "../support/claim-fixtures.ts";
import { hashOf } from "../support/hash-of.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";

const {
  fixtures,
  as,
  asStaff,
  day,
  guaranteed,
  items,
  byLink,
  open,
  openFor,
  heard,
  decide,
  detail,
} = claimFixtures();
const most = 10 * 1024 * 1024;
const full = { isKept: false, changed: false, isFull: true };
type Guaranteed = Awaited<ReturnType<typeof guaranteed>>;
type Sender = { holder: string | null; secret_hash: string | null };
const landlordOf = ({ secret }: Guaranteed): Sender => ({ holder: null, secret_hash: secret });
const tenantOf = ({ user }: Guaranteed): Sender => ({ holder: user, secret_hash: null });

/** Adds another address that acts for the landlord; returns its sender. */
async function otherAddress({ leaseId }: Guaranteed): Promise<Sender> {
  const address = `outra-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
  await addLandlordAddress(fixtures.sql, leaseId, address);
  return { holder: null, secret_hash: hashOf(await landlordSecret(fixtures.sql, address)) };
}

type File = { id?: string; content?: string; bytes?: number };
const fileOf = (
  folder: string,
  { id = crypto.randomUUID(), content = id, bytes = 1000 }: File,
) => ({
  file_id: id,
  file_path: `${folder}/${crypto.randomUUID()}.jpg`,
  file_type: "image/jpeg",
  file_sha256: hashOf(content),
  bytes,
});

/** Records a file of a report as upload-document does. */
const sendReport = (
  leaseId: string,
  by: Sender,
  { moment = "entry", ...file }: File & { moment?: string } = {},
) =>
  fixtures.call("receive_inspection", {
    ...by,
    ...fileOf(leaseId, file),
    lease_id: leaseId,
    moment,
    room: "kitchen",
    note: null,
  });

/** Records a file of a claim as upload-document does. */
const sendEvidence = (
  { id, leaseId }: { id: string; leaseId: string },
  by: Sender,
  file: File = {},
) =>
  fixtures.call("receive_claim_file", {
    ...by,
    ...fileOf(leaseId, file),
    is_staff: false,
    claim_id: id,
    kind: "photo",
    item_id: null,
  });

/** Adds the next period of a lease, which began today. */
async function renew(contract: Guaranteed) {
  await fixtures.sql`
    update public.contracts set end_date = private.today_in_brasilia() - 1 where id = ${contract.id}`;
  const row = contractRow(contract.user, {
    lease_id: contract.leaseId,
    renews_contract_id: contract.id,
    start_date: await day(0),
    end_date: await day(364),
    cover_limit: 5000,
  });
  return insertContract(fixtures.sql, row);
}

test("a report has room for 60 files and 200 MB of each sender, and other senders take none of it", async () => {
  const contract = await guaranteed();
  const { leaseId } = contract;
  const [tenant, landlord] = [tenantOf(contract), landlordOf(contract)];
  for (let count = 0; count < 20; count += 1) await sendReport(leaseId, tenant, { bytes: most });
  expect(await sendReport(leaseId, tenant, { bytes: 1 })).toEqual(full);
  for (let count = 0; count < 60; count += 1) await sendReport(leaseId, landlord);
  expect(await sendReport(leaseId, landlord)).toEqual(full);
  expect(await sendReport(leaseId, landlord, { moment: "exit" })).toMatchObject({ isKept: true });
  expect(await sendReport(leaseId, await otherAddress(contract))).toMatchObject({ isKept: true });
});

test("a renewal gives no new room: a report is one for the whole life of the lease", async () => {
  const contract = await guaranteed();
  const landlord = landlordOf(contract);
  for (let count = 0; count < 60; count += 1) await sendReport(contract.leaseId, landlord);
  const next = await renew(contract);
  expect(next.leaseId).toBe(contract.leaseId);
  expect(await sendReport(contract.leaseId, landlord)).toEqual(full);
  // The photos of the first period are there in the second.
  const shown = inspectionsSchema.parse(
    await as(contract.user, "my_inspections", { contract_id: next.id }),
  );
  expect(shown.inspections).toHaveLength(60);
});

test("a file that staff set aside stays, is marked, and gives its sender room again", async () => {
  const contract = await guaranteed();
  const { leaseId } = contract;
  const landlord = landlordOf(contract);
  const file_id = crypto.randomUUID();
  await sendReport(leaseId, landlord, { id: file_id, content: "outro imóvel" });
  for (let count = 0; count < 59; count += 1) await sendReport(leaseId, landlord);
  expect(await sendReport(leaseId, landlord)).toEqual(full);
  const setAside = (reason: string, who = fixtures.staffId) =>
    as(who, "set_file_aside", { file_id, reason });
  expect(await setAside("Não quero", contract.user)).toMatchObject({ code: "42501" });
  await expect(setAside("x")).rejects.toThrow("Diga por que o arquivo não vale como prova");
  expect(await setAside("É de outro imóvel")).toEqual({ changed: true });
  expect(await setAside("Outro motivo")).toEqual({ changed: false });
  const { inspections } = inspectionsSchema.parse(
    await as(contract.user, "my_inspections", { contract_id: contract.id }),
  );
  expect(inspections.filter(({ asideReason }) => asideReason !== undefined)).toMatchObject([
    { id: file_id, asideReason: "É de outro imóvel" },
  ]);
  // The same content is not taken again as another file.
  expect(await sendReport(leaseId, landlord, { content: "outro imóvel" })).toMatchObject({
    isKept: true,
    changed: false,
    file: { id: file_id },
  });
  expect(await sendReport(leaseId, landlord)).toMatchObject({ changed: true });
  expect(await sendReport(leaseId, landlord)).toEqual(full);
  const [noted] = await fixtures.sql`
    select actor, details from public.audit_trail
    where action = 'set-file-aside' and outcome = 'done' and subject_id = ${contract.id}`;
  expect(noted).toEqual({ actor: fixtures.staffId, details: { file: file_id } });
});

test("the claims of a lease share 200 MB of each sender, withdrawn claims and former periods included", async () => {
  const contract = await guaranteed();
  const [tenant, landlord] = [tenantOf(contract), landlordOf(contract)];
  const first = await open(contract);
  for (let count = 0; count < 20; count += 1) await sendEvidence(first, landlord, { bytes: most });
  await byLink(contract.secret, "withdraw", { claimId: first.id });
  const next = await renew(contract);
  const second = await open(contract);
  expect(second.contractId).toBe(next.id);
  expect(await sendEvidence(second, landlord, { bytes: 1 })).toEqual(full);
  expect(await sendEvidence(second, await otherAddress(contract))).toMatchObject({ isKept: true });
  expect(await sendEvidence(second, tenant)).toMatchObject({ isKept: true });

  const [fileId] = (await detail(first.id)).files.map(({ id }) => id);
  expect(await asStaff("set_file_aside", { file_id: fileId, reason: "Repetido" })).toEqual({
    changed: true,
  });
  expect(await sendEvidence(second, landlord)).toMatchObject({ isKept: true });
});

test("each side has one open claim per period, and ten claims in the whole life of the lease", async () => {
  const contract = await guaranteed();
  const openAgain = async () => open(contract, { items: items(100) });
  const first = await open(contract);
  await expect(openAgain()).rejects.toThrow(first.protocol);
  // Staff open claims for their own side, so a landlord cannot block them.
  expect(await openFor(contract, { items: items(100) })).toMatchObject({ changed: true });
  let { id } = first;
  for (let made = 1; made < 10; made += 1) {
    await byLink(contract.secret, "withdraw", { claimId: id });
    ({ id } = await openAgain());
  }
  await byLink(contract.secret, "withdraw", { claimId: id });
  await expect(openAgain()).rejects.toThrow("já teve 10 pedidos");
  await renew(contract);
  await expect(openAgain()).rejects.toThrow("já teve 10 pedidos");
});

test("a review neither prevents the next claim of the period nor is prevented by it", async () => {
  const contract = await guaranteed();
  const first = await heard(contract, 500);
  await decide(first, [100]);
  const second = await open(contract);
  const review = (claim: { id: string; items: { id: string }[] }) =>
    byLink(contract.secret, "review", {
      claimId: claim.id,
      items: claim.items.map(({ id }) => id),
      text: "Faltou ver a porta da sala",
    });
  expect(await review(first)).toMatchObject({ stage: "review" });
  await byLink(contract.secret, "withdraw", { claimId: second.id });
  expect(await open(contract)).toMatchObject({ stage: "evidence" });
});

test("a decision that can still be undone does not show itself by allowing another claim", async () => {
  const contract = await guaranteed();
  const first = await heard(contract, 500);
  await fixtures.sql`update private.staff_settings set undo_seconds = 60`;
  await decide(first, [100]);
  await expect(open(contract)).rejects.toThrow(first.protocol);
  expect(await asStaff("undo_claim_decision", { claim_id: first.id })).toMatchObject({
    changed: true,
  });
});

test("uploads are counted by sender: one address uses up nobody else's day", async () => {
  const contract = await guaranteed();
  const upload = ({ holder, secret_hash }: Sender, n: number) =>
    fixtures.call("open_inspection_upload", {
      holder,
      secret_hash,
      lease_id: contract.leaseId,
      file_id: crypto.randomUUID(),
      address_hash: `${address_hash}${n % 4}`.slice(1),
    });
  await fixtures.sql`update private.limits set most = 3 where action = 'inspection-by-side'`;
  for (let count = 0; count < 3; count += 1) await upload(landlordOf(contract), count);
  await expect(upload(landlordOf(contract), 0)).rejects.toMatchObject({ code: "PT429" });
  expect(await upload(await otherAddress(contract), 1)).toMatchObject({ isOpen: true });
  expect(await upload(tenantOf(contract), 2)).toMatchObject({ isOpen: true });
  await fixtures.sql`update private.limits set most = 400 where action = 'inspection-by-side'`;
});
