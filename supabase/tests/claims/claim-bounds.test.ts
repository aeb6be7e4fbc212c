import { expect, test } from "vitest";
import { address_hash, claimFixtures } from "../support/claim-fixtures.ts";

const {
  fixtures,
  as,
  guaranteed,
  items,
  byLink,
  open,
  openFor,
  heard,
  sendFile,
  granting,
  change,
  detail,
} = claimFixtures();

/** Adds as many files of the landlord as a claim has room for, sent from one address. */
const fill = (claim: { id: string }, from: string) => fixtures.sql`
  insert into public.claim_files (id, claim_id, side, kind, file_path, file_type, file_sha256, bytes, sent_from)
  select gen_random_uuid(), ${claim.id}, 'landlord', 'photo', gen_random_uuid()::text, 'image/png',
    encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 10, ${from} from generate_series(1, 60)`;

test("files come once, to their own claim, while it is undecided, and within bounds", async () => {
  const [contract, other] = [await guaranteed(), await guaranteed()];
  const [claim, others] = [await open(contract), await open(other)];
  const fileId = crypto.randomUUID();
  const from = (holder: string | null, secret_hash: string | null) => ({
    holder,
    secret_hash,
    is_staff: false,
    claim_id: claim.id,
  });
  const may = (who: object) =>
    fixtures.call("open_claim_upload", { ...who, file_id: fileId, address_hash });
  const landlord = from(null, contract.secret);
  const tenant = from(contract.user, null);
  expect(await may(landlord)).toEqual({ leaseId: contract.leaseId, isOpen: true });
  expect(await may(tenant)).toEqual({ leaseId: contract.leaseId, isOpen: true });
  expect(await may(from(null, other.secret))).toBeNull();
  expect(await may(from(other.user, null))).toBeNull();
  const send = (about: object, hash = "f".repeat(64), who: object = landlord) =>
    sendFile(contract, claim, "landlord", { ...who, ...about, file_sha256: hash });
  expect(await send({ item_id: others.items[0]?.id })).toBeNull();
  expect(await send({}, "f".repeat(64), from(null, other.secret))).toBeNull();
  const kept = { isKept: true, file: { id: fileId, sha256: "f".repeat(64) } };
  expect(await send({ file_id: fileId })).toMatchObject({ ...kept, changed: true });
  expect(await send({ file_id: fileId })).toMatchObject({ ...kept, changed: false });
  expect(await send({})).toMatchObject({ ...kept, changed: false });
  // A stored file is not replaced by another file or by another person's file with the same id.
  const refused = { isKept: false, changed: false };
  expect(await send({ file_id: fileId }, "0".repeat(64))).toMatchObject(refused);
  expect(await send({ file_id: fileId }, "f".repeat(64), tenant)).toMatchObject(refused);
  await fixtures.sql`
    insert into public.claim_files (id, claim_id, side, kind, file_path, file_type, file_sha256, bytes)
    select gen_random_uuid(), ${claim.id}, 'tenant', 'photo', 'f/' || place, 'image/png',
      encode(sha256(place::text::bytea), 'hex'), 10 from generate_series(1, 60) as place`;
  expect(await send({}, "1".repeat(64), tenant)).toEqual({ ...refused, isFull: true });
  expect((await detail(claim.id)).files).toHaveLength(61);
  const find = (secret_hash: string) =>
    fixtures.call("find_case_file", { secret_hash, file_id: fileId, address_hash });
  expect(await find(contract.secret)).toMatchObject({
    path: expect.stringContaining(contract.leaseId),
  });
  expect(await find(other.secret)).toBeNull();
  expect(await as(contract.user, "view_case_file", { file_id: fileId })).toMatchObject({
    path: expect.any(String),
  });
  const looks = await fixtures.sql`
    select details ->> 'status' as side from public.audit_trail
    where action = 'view-claim-file' and subject_id = ${contract.id} order by id`;
  expect(looks.map((look) => look["side"])).toEqual(["landlord", "tenant"]);
});

test("files are bounded by sender over the whole lease, and a file set aside does not count", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  const send = (bytes = 1000) => sendFile(contract, claim, "landlord", { bytes });
  await fill(claim, "outro@exemplo.com.br");
  // Another address of the landlord has used up its own room only.
  expect(await send()).toMatchObject({ isKept: true });
  await fill(claim, contract.address);
  const full = { isKept: false, changed: false, isFull: true };
  expect(await send()).toEqual(full);
  await fixtures.sql`
    update public.claim_files set aside_at = now(), aside_by = ${fixtures.staffId}, aside_reason = 'Foto repetida'
    where sent_from = ${contract.address}`;
  expect(await send()).toMatchObject({ isKept: true });
  // The bytes of one sender are bounded too.
  await fixtures.sql`
    update public.claim_files set bytes = 10000000, aside_at = null, aside_by = null, aside_reason = null
    where id in (select id from public.claim_files where sent_from = ${contract.address} limit 20)`;
  expect(await send(10_000_000)).toEqual(full);
});

test("the claims of a lease share the room of each sender, and each side has its own", async () => {
  const contract = await guaranteed();
  const withdrawn = await open(contract);
  await fill(withdrawn, contract.address);
  await byLink(contract.secret, "withdraw", { claimId: withdrawn.id });
  const claim = await open(contract);
  expect(await sendFile(contract, claim, "landlord")).toMatchObject({
    isKept: false,
    isFull: true,
  });
  expect(await sendFile(contract, claim, "tenant")).toMatchObject({ isKept: true });
  expect(await sendFile(contract, claim, "staff")).toMatchObject({ isKept: true });
});

test("twenty decisions at once on ten contracts stay within every limit, each decided once", async () => {
  const { sql } = fixtures;
  const claims: Pick<Awaited<ReturnType<typeof heard>>, "id" | "items">[] = [];
  for (let made = 0; made < 10; made += 1) {
    const contract = await guaranteed(400);
    claims.push(await heard(contract, 200, 100));
    // The limit has room for one of the two claims: the landlord's, and the one that staff opened for him.
    const { id } = await openFor(contract, { items: items(200, 100) });
    await sql`
      update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1
      where id = ${String(id)}`;
    claims.push(await detail(String(id)));
  }
  const answers = await Promise.all(
    claims
      .toSorted(() => Math.random() - 0.5)
      .map((claim) =>
        change("decide_claim", {
          claim_id: claim.id,
          items: granting(claim, 200, 100),
          recourse: 0,
        }).then(
          ({ stage }) => stage,
          (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
        ),
      ),
  );
  expect(answers.filter((answer) => answer === "decided")).toHaveLength(10);
  expect(answers.filter((answer) => answer === "PT409")).toHaveLength(10);
  const rows = await sql`
    select contract_id, sum(amount)::float as owed from public.charges where kind = 'claim'
    group by contract_id`;
  expect(rows.map((row) => row["owed"])).toEqual(Array.from({ length: 10 }, () => 300));
});
