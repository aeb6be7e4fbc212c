import { expect, test } from "vitest";
import { hashLeaseRows } from "../support/hash-lease-rows.ts";
import { hashOf } from "../support/hash-of.ts";
import { address_hash } from "../support/landlord-fixtures.ts";
import { day, inspectionRow } from "../support/sample-rows.ts";
import {
  account,
  given,
  type Lease,
  owner,
  standingFixtures,
} from "../support/standing-fixtures.ts";

const {
  fixtures,
  contracted,
  leaseOf,
  open,
  secretOf,
  confirm,
  told,
  asTenant,
  lease,
  byLink,
  claimByLink,
  openForm,
  openClaim,
} = standingFixtures();

async function decidedClaim(of: Lease) {
  const claim = await openClaim(of);
  await fixtures.sql`
    update public.claim_items set granted = 0, reason = 'Sem prova' where claim_id = ${claim.id}`;
  await fixtures.sql`
    update public.claims set complete_at = now(), tenant_until = ${day(-1)}, decided_at = now(), final_at = now(),
      review_until = ${day(9)}, pay_by = ${day(9)}
    where id = ${claim.id}`;
  return claim;
}
async function askEnding(of: Lease) {
  const endingId = crypto.randomUUID();
  const request = { contractId: of.id, endingId, kind: "moved-out", keysOn: day(0) };
  await byLink(of.acts, "ending_by_link", { action: "ask", request });
  return endingId;
}
/** Adds a file of the tenant's entry report. */
const addReport = ({ leaseId }: Lease, id: string = crypto.randomUUID()) => fixtures.sql`
  insert into public.inspection_files ${fixtures.sql(inspectionRow(leaseId, { id }))}`;
const photo = { file_type: "image/jpeg", file_sha256: hashOf("foto") };
const pathIn = (folder: string) => `${folder}/${crypto.randomUUID()}.jpg`;

/** Tries an act with the secret of a link. The result is null when the act was refused. */
type Attempt = (secret: string) => Promise<unknown>;

const onClaim =
  (action: string, more: Record<string, unknown> = {}) =>
  async (of: Lease): Promise<Attempt> => {
    const { id: claimId, version } = await openClaim(of);
    return (secret) => claimByLink(secret, action, { claimId, version, ...more });
  };

/** Prepares each act of a landlord by link. */
const acts: Record<string, (of: Lease) => Promise<Attempt>> = {
  "opening a claim": async (of) => {
    const form = openForm(of);
    return (secret) => claimByLink(secret, "open", form);
  },
  "the withdrawal of a claim": onClaim("withdraw"),
  "the end of the evidence": onClaim("complete"),
  "an account": onClaim("change-account", { account }),
  "a reply to staff": async (of) => {
    const { id: claimId, version } = await openClaim(of);
    await fixtures.asStaff("ask_for_claim", {
      claim_id: claimId,
      side: "landlord",
      text: "O recibo",
      until: day(3),
      version,
    });
    return (secret) =>
      claimByLink(secret, "reply", { claimId, version: version + 1, text: "Segue" });
  },
  "a review": async (of) => {
    const { id: claimId, version, items } = await decidedClaim(of);
    const words = { items: items.map((item) => item.id), text: "Faltou ver a porta da sala" };
    return (secret) => claimByLink(secret, "review", { claimId, version, ...words });
  },
  "a view of a decision": async (of) => {
    const { id: claim_id } = await decidedClaim(of);
    return (secret) => byLink(secret, "find_claim_decision", { claim_id });
  },
  "the upload of a file to a report": async (of) => {
    const file = { holder: null, lease_id: of.leaseId, file_id: crypto.randomUUID() };
    return (secret) => byLink(secret, "open_inspection_upload", file);
  },
  "the record of a file of a report": async (of) => {
    const file = { holder: null, lease_id: of.leaseId, file_id: crypto.randomUUID() };
    const what = { moment: "entry", room: "kitchen", note: null, file_path: pathIn(of.leaseId) };
    return (secret) =>
      fixtures.call("receive_inspection", {
        ...file,
        ...what,
        ...photo,
        bytes: 1000,
        secret_hash: hashOf(secret),
      });
  },
  "the upload of a file to a claim": async (of) => {
    const { id: claim_id } = await openClaim(of);
    const file = { holder: null, is_staff: false, claim_id, file_id: crypto.randomUUID() };
    return (secret) => byLink(secret, "open_claim_upload", file);
  },
  "the record of a file of a claim": async (of) => {
    const { id: claim_id } = await openClaim(of);
    const file = { holder: null, is_staff: false, claim_id, file_id: crypto.randomUUID() };
    const what = { kind: "photo", item_id: null, file_path: pathIn(of.leaseId) };
    return (secret) =>
      fixtures.call("receive_claim_file", {
        ...file,
        ...what,
        ...photo,
        bytes: 1000,
        secret_hash: hashOf(secret),
      });
  },
  "a view of a file": async (of) => {
    const file_id = crypto.randomUUID();
    await addReport(of, file_id);
    return (secret) => byLink(secret, "find_case_file", { file_id });
  },
  "the receipt of a report": async (of) => {
    await addReport(of);
    const list = { lease_id: of.leaseId, moment: "entry", side: "tenant" };
    return (secret) => byLink(secret, "list_inspection_by_link", list);
  },
  "the request for an ending": async (of) => {
    const endingId = crypto.randomUUID();
    const request = { contractId: of.id, endingId, kind: "moved-out", keysOn: day(0) };
    return (secret) => byLink(secret, "ending_by_link", { action: "ask", request });
  },
  "the day of the keys": async (of) => {
    const ending_id = crypto.randomUUID();
    await asTenant(of.userId, "ask_ending", {
      contract_id: of.id,
      ending_id,
      kind: "moved-out",
      keys_on: day(0),
    });
    const request = { endingId: ending_id, keysOn: day(1) };
    return (secret) => byLink(secret, "ending_by_link", { action: "state", request });
  },
  "the withdrawal of an ending": async (of) => {
    const request = { endingId: await askEnding(of) };
    return (secret) => byLink(secret, "ending_by_link", { action: "withdraw", request });
  },
  "the receipt of the keys": async (of) => {
    const ending_id = await askEnding(of);
    return async (secret) => {
      const file = { holder: null, secret_hash: hashOf(secret), ending_id };
      const opened = await fixtures.call("open_proof_upload", { ...file, address_hash });
      const file_path = pathIn(of.id);
      return opened ?? fixtures.call("receive_proof", { ...file, ...photo, file_path });
    };
  },
  "the request for a renewal": async (of) => (secret) =>
    byLink(secret, "ask_renewal_by_link", { lease_id: of.leaseId }),
  "another address": async (of) => (secret) =>
    byLink(secret, "give_address_by_link", {
      lease_id: of.leaseId,
      address: "terceira@exemplo.com.br",
    }),
};

/** Returns what an act could change: rows, queued mails and the number of recorded acts. */
async function stateOf() {
  const [row] = await fixtures.sql`
    select (select string_agg(mail.idempotency_key, '|' order by mail.id) from public.outgoing_mail as mail) as mails,
      (select count(*) from public.audit_trail where outcome = 'done') as acts`;
  return { ...row, rows: await hashLeaseRows(fixtures.sql) };
}

test.each(Object.entries(acts))(
  "%s is refused to readers, former and other landlords without a trace, and allowed to one who acts",
  async (_what, prepare) => {
    const of = await lease();
    await contracted({ email: "outro@exemplo.com.br", givenBy: "staff" });
    const stranger = String(await confirm("outro@exemplo.com.br"));
    const attempt = await prepare(of);
    const before = await stateOf();
    for (const secret of [of.reads, stranger, ...of.formers]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await attempt(secret)).toBeNull();
    }
    expect(await stateOf()).toEqual(before);
    expect(await attempt(of.acts)).not.toBeNull();
  },
);

test.each(Object.entries(acts))(
  "%s is allowed to the agency of the lease",
  async (_what, prepare) => {
    const of = await lease();
    const attempt = await prepare(of);
    expect(await attempt(of.agency)).not.toBeNull();
  },
);

test("an address that only reads sees letter and dates, and learns that a claim exists", async () => {
  const of = await lease();
  const claim = await openClaim(of);
  const seen = await leaseOf(of.reads, of.leaseId);
  expect(seen).toMatchObject({
    standing: "reads",
    periods: [{ id: of.id, limit: 9000 }],
    claimUntil: { countedFrom: "end" },
  });
  expect(seen?.claims).toEqual([{ protocol: claim.protocol, openedAt: claim.openedAt }]);
  for (const hidden of ["inspections", "limits", "addresses", "mayClaim"]) {
    expect(seen).not.toHaveProperty(hidden);
  }
  const list = (await open(of.reads))?.leases;
  expect(list).toMatchObject([{ standing: "reads", claim: claim.protocol }]);
  expect(list?.[0]).not.toHaveProperty("waitsFor");
  expect((await open(of.acts))?.leases).toMatchObject([{ standing: "acts", waitsFor: "claim" }]);
  expect(await leaseOf(of.acts, of.leaseId)).toMatchObject({
    standing: "acts",
    mayClaim: true,
    claims: [{ id: claim.id }],
    addresses: [
      { address: "s•••@exemplo.com.br", isMine: false, standing: "reads", isConfirmed: true },
      { address: "j•••@exemplo.com.br", isMine: true, standing: "acts", isConfirmed: true },
      { address: "a•••@exemplo.com.br", isMine: false, standing: "acts", isConfirmed: true },
    ],
  });
});

test("a landlord's receipt of the keys is reported to all addresses, once for each file", async () => {
  const of = await lease();
  const ending_id = await askEnding(of);
  const send = (content: string) =>
    fixtures.call("receive_proof", {
      holder: null,
      secret_hash: hashOf(of.acts),
      ending_id,
      ...photo,
      file_sha256: hashOf(content),
      file_path: pathIn(of.id),
    });
  await send("recibo");
  await send("recibo");
  const acted = async () =>
    fixtures.sql`
      select recipient from public.outgoing_mail where idempotency_key like 'landlord-act:send-proof:%'
      order by recipient`;
  const all = ["agencia@exemplo.com.br", owner, given].map((recipient) => ({ recipient }));
  expect([...(await acted())]).toEqual(all);
  await send("outro recibo");
  expect(await acted()).toHaveLength(6);
});

test("an address that only reads is reported to the landlord once it is confirmed, and not to itself", async () => {
  const of = await lease();
  const other = "terceira.caixa@exemplo.com.br";
  await asTenant(of.userId, "give_landlord_address", { contract_id: of.id, address: other });
  const acted = async () => (await told()).filter((mail) => mail.startsWith("landlord-act "));
  expect(await acted()).toEqual([]);
  await confirm(other);
  const others = ["agencia@exemplo.com.br", owner, given];
  expect((await acted()).toSorted()).toEqual(
    others.map((address) => `landlord-act ${address}`).toSorted(),
  );
});

test("an address that an acting landlord gives acts once it is confirmed, and all addresses are told", async () => {
  const of = await lease();
  const third = "terceira@exemplo.com.br";
  const give = (address: string) =>
    byLink(of.acts, "give_address_by_link", { lease_id: of.leaseId, address });
  expect(await give(third)).toEqual({ changed: true });
  expect(await give(third)).toEqual({ changed: true });
  const acted = async () => (await told()).filter((mail) => mail.startsWith("landlord-act "));
  const all = ["agencia@exemplo.com.br", owner, given].map((address) => `landlord-act ${address}`);
  expect((await acted()).toSorted()).toEqual(all.toSorted());
  expect(await leaseOf(await secretOf(third), of.leaseId)).toBeUndefined();
  await confirm(third);
  expect(await leaseOf(await secretOf(third), of.leaseId)).toMatchObject({ standing: "acts" });
  await give("quarta@exemplo.com.br");
  await give("quinta@exemplo.com.br");
  expect(await give("sexta@exemplo.com.br")).toEqual({ changed: false, why: "enough" });
});
