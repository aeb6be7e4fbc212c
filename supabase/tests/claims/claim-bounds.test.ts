import { expect, test } from "vitest";
import { address_hash, claimFixtures } from "../support/claim-fixtures.ts";

const { fixtures, as, guaranteed, open, heard, decide, detail } = claimFixtures();

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
  expect(await may(landlord)).toEqual({ contractId: contract.id, isOpen: true });
  expect(await may(tenant)).toEqual({ contractId: contract.id, isOpen: true });
  expect(await may(from(null, other.secret))).toBeNull();
  expect(await may(from(other.user, null))).toBeNull();
  const send = (about: object, hash = "f".repeat(64), who: object = landlord) =>
    fixtures.call("receive_claim_file", {
      ...who,
      file_id: crypto.randomUUID(),
      kind: "photo",
      item_id: null,
      ...about,
      file_path: `${contract.id}/${crypto.randomUUID()}.jpg`,
      file_type: "image/jpeg",
      file_sha256: hash,
      bytes: 1000,
    });
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
  expect(await find(contract.secret)).toMatchObject({ path: expect.stringContaining(contract.id) });
  expect(await find(other.secret)).toBeNull();
  expect(await as(contract.user, "view_case_file", { file_id: fileId })).toMatchObject({
    path: expect.any(String),
  });
  const looks = await fixtures.sql`
    select details ->> 'status' as side from public.audit_trail
    where action = 'view-claim-file' and subject_id = ${contract.id} order by id`;
  expect(looks.map((look) => look["side"])).toEqual(["landlord", "tenant"]);
});

test("fifty decisions at once on ten contracts stay within every limit, each decided once", async () => {
  const { sql } = fixtures;
  const claims: Awaited<ReturnType<typeof heard>>[] = [];
  for (let made = 0; made < 10; made += 1) {
    const contract = await guaranteed(1000);
    // The limit of the contract has room for three of these five claims.
    for (let place = 0; place < 5; place += 1) claims.push(await heard(contract, 200, 100));
  }
  const answers = await Promise.all(
    claims
      .toSorted(() => Math.random() - 0.5)
      .map((claim) =>
        decide(claim, [200, 100]).then(
          ({ stage }) => stage,
          (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
        ),
      ),
  );
  expect(answers.filter((answer) => answer === "decided")).toHaveLength(30);
  expect(answers.filter((answer) => answer === "PT409")).toHaveLength(20);
  const rows = await sql`
    select contract_id, sum(amount)::float as owed from public.charges where kind = 'claim'
    group by contract_id`;
  expect(rows.map((row) => row["owed"])).toEqual(Array.from({ length: 10 }, () => 900));
});
