// Each limit in private.limits is set to two calls and tested with each endpoint that it protects: the third call must
// be refused or add no row or mail. A limit without an endpoint, or an endpoint without its limit, fails the test.
import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { oweRefund, tenantAccount } from "../support/owe-refund.ts";
import { createUser } from "../support/create-user.ts";
import { offerFixtures } from "../support/offer-fixtures.ts";
import { insertContract } from "../support/insert-contract.ts";
import {
  claimItemRow,
  claimRow,
  contactMessage,
  contractRow,
  documentRow,
  partnershipRequest,
  simulationRequest,
} from "../support/sample-rows.ts";

const fixtures = offerFixtures();

const hash = (name: string) => createHash("sha256").update(name).digest("hex");
const network = (n: number) => hash(`network ${n}`);
const one = network(0);
const somebody = (n: number) => `pessoa${n}@exemplo.com.br`;
const ana = "ana@exemplo.com.br";
const cpfs = ["52998224725", "11144477735", "39053344705", "00000000191"];
const nowhere = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";

/** Request with documents that staff asked for. Some endpoints need this request, others the contract below. */
let request: { id: string; secret_hash: string; protocol: string; documentId: string };
let account: string;
let contractNumber: string;
let contractId: string;
let leaseId: string;
let claim: { id: string; itemId: string };

async function prepare() {
  const { sql } = fixtures;
  const made = await fixtures.request({ email: ana });
  const [stored] = await sql`select protocol from public.simulations where id = ${made.id}`;
  const [asked] = await sql`
    insert into public.asked_documents ${sql(documentRow(made.id))} returning id`;
  request = { ...made, protocol: String(stored?.["protocol"]), documentId: String(asked?.["id"]) };
  await sql`delete from auth.users where email like 'um@%' or email like 'nova%'`;
  account = await createUser(sql, "um@contratos.payser.invalid");
  const contract = await insertContract(sql, contractRow(account));
  contractNumber = contract.number;
  contractId = contract.id;
  leaseId = contract.leaseId;
  const [opened] = await sql`
    insert into public.claims ${sql(claimRow({ contractId, leaseId }))} returning id`;
  const item = claimItemRow(String(opened?.["id"]));
  claim = { id: item.claim_id, itemId: item.id };
  // The claim has two items, so that an answer of the tenant about one item does not end the hearing.
  await sql`
    insert into public.claim_items ${sql([item, claimItemRow(claim.id, { place: 2 })])}`;
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by)
    select id, ${ana}, 'tenant' from public.leases`;
}

/** Corrects the landlord's name of the request, which has been corrected `n` times. */
const correctRequest = (n: number) =>
  call("correct_request_by_link", network(n), {
    secret_hash: request.secret_hash,
    correction_id: crypto.randomUUID(),
    known_version: n,
    wanted: { owner_name: `Dona Número ${"I".repeat(n + 1)}` },
  });

const call = (name: string, address_hash: string, args: object = {}) =>
  fixtures.call(name, { ...args, address_hash });
const simulate = (from: string, changes: object = {}) =>
  call("submit_simulation", from, {
    request: simulationRequest({ ...changes }),
    terms_version: "2026-01",
  });
const partner = (from: string, changes: object = {}) =>
  call("submit_partnership_request", from, { request: partnershipRequest({ ...changes }) });
const write = (from: string, changes: object = {}) =>
  call("submit_contact_message", from, { request: contactMessage({ ...changes }) });
const recover = (from: string, email: string) => call("request_password_recovery", from, { email });
const askLink = (from: string, email: string, protocol = request.protocol) =>
  call("request_tracking_link", from, { email, protocol });
const askLandlord = (from: string, email: string) => call("request_landlord_link", from, { email });
const landlord = (secret_hash: string) => call("landlord_area", one, { secret_hash });
const confirm = (from: string, link: string) =>
  call("open_staff_confirmation", from, { secret_hash: hash(link) });
const track = (secret_hash: string) => call("track_request", one, { secret_hash });
const conditions = (secret_hash: string) =>
  call("find_conditions", one, { secret_hash, offer_id: nowhere });
const accept = (secret_hash: string) =>
  fixtures.accept({ secret_hash, offer: { id: nowhere } }, { address_hash: one });
const upload = (from: string, secret_hash = request.secret_hash) =>
  call("open_document_upload", from, {
    secret_hash,
    document_id: request.documentId,
    file_id: nowhere,
  });
const withdrawFile = (from: string, secret_hash = request.secret_hash) =>
  call("withdraw_file", from, { secret_hash, file_id: nowhere });
const verify = (n: number) => call("verify_letter", one, { code: `00000000000${n}` });
const signIn = (from: string, subject = contractNumber, device: object = {}) =>
  call("open_sign_in", from, { kind: "contract", subject, ...device });

async function signUp(from: string, email: string) {
  const opened = await call("open_staff_sign_up", from, { email });
  const step: unknown = Object(opened).step;
  if (step !== "nothing") await fixtures.call("queue_staff_confirmation", { email });
}

async function confirmMailbox(email: string) {
  const id = await createUser(fixtures.sql, email);
  await fixtures.sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
}

async function signInKnown(from: string) {
  const device_hash = hash("device");
  await fixtures.sql`
    insert into public.login_attempts (kind, subject_hash, user_id, device_hash, succeeded_at)
    values ('account', ${hash("known")}, ${account}, ${device_hash}, now())`;
  return signIn(from, contractNumber, { device_hash });
}

async function redeem() {
  const userId = fixtures.staffId;
  await fixtures.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${userId}, ${userId}, 'totp', 'verified', now(), now()) on conflict do nothing`;
  const answer = await actAs(fixtures.sql, { role: "authenticated", userId }, (sql) =>
    callAsConnected(sql, "redeem_recovery_code", { code: "ABCD-2345-ABCD-2345" }),
  );
  const code: unknown = Object(answer).code;
  // The function returns its refusal instead of raising an error, because an error would roll back the count.
  if (code === "PT429")
    throw Object.assign(new Error(), { code, hint: "recovery-code-by-account" });
}

/** Requests the end of a contract as its tenant. An earlier request is withdrawn first. */
async function askForEnd() {
  const { sql } = fixtures;
  if ((await fixtures.count("public.contracts")) === 0)
    await fixtures.accept(await fixtures.offered());
  await sql`
    update public.contract_endings set status = 'withdrawn', closed_at = now() where status = 'asked'`;
  const [held] = await sql`
    update public.contracts set start_date = private.today_in_brasilia(),
      end_date = private.today_in_brasilia() + 364
    returning id, user_id, start_date::text as today`;
  const user = { role: "authenticated", userId: String(held?.["user_id"]) } as const;
  const answer = await actAs(sql, user, (asTenant) =>
    callAsConnected(asTenant, "ask_ending", {
      contract_id: held?.["id"],
      ending_id: crypto.randomUUID(),
      kind: "moved-out",
      keys_on: held?.["today"],
      despite_claim: true,
    }),
  );
  if (Object(answer).code) throw Object.assign(new Error(), answer);
}

const asTenant = { secret_hash: null, file_id: nowhere };
const sendReport = (from: string, lease_id: string) =>
  call("open_inspection_upload", from, { ...asTenant, holder: account, lease_id });
const sendProof = (from: string, claim_id: string) =>
  call("open_claim_upload", from, { ...asTenant, holder: account, is_staff: false, claim_id });
const changeAccount = (n: number) => fixtures.sql`
  select private.change_claim_account(
    claim, ${ana}, ${fixtures.sql.json({ kind: "pix", key: somebody(n), holder: "Ana Lima", document: "52998224725" })}
  )
  from public.claims as claim where claim.id = ${claim.id}`;
async function giveRefundAccount(n: number) {
  const { sql } = fixtures;
  if (n === 0) await oweRefund(sql, contractId);
  await sql`
    select private.ask_refund_account(contract, ${sql.json({ ...tenantAccount, key: somebody(n) })})
    from public.contracts as contract where contract.id = ${contractId}`;
}
const answerClaim = (n: number) =>
  actAs(fixtures.sql, { role: "authenticated", userId: account }, (sql) =>
    callAsConnected(sql, "answer_claim", {
      claim_id: claim.id,
      answers: [{ item_id: claim.itemId, text: `Resposta ${n}` }],
      version: n,
    }),
  );

const guess = () => fixtures.sql`
  select private.judge_password_attempt(${fixtures.sql.json({ user_id: account, valid: false })})`;
const refuse = (actor: string, action: string) =>
  fixtures.call("record_denied_call", { actor, action, subject_id: crypto.randomUUID() });

const mails = (template: string) => () =>
  fixtures.count(`public.outgoing_mail where template = '${template}'`);
const attempts = () => fixtures.count("public.login_attempts where succeeded_at is null");
const refusals = () =>
  fixtures.count("public.audit_trail where action in ('read-offers', 'resend-mail')");

/**
 * Name of an endpoint, a function that makes the n-th call (n from 0), and a function that counts the mails or rows
 * that the calls leave. The count is needed only when the third call is refused without an error.
 */
type Way = [door: string, act: (n: number) => Promise<unknown>, left?: () => Promise<number>];

const [received, toStaff] = [mails("simulation-received"), mails("simulation-notice")];
const [partnerReceived, partnerToStaff] = [
  mails("partnership-received"),
  mails("partnership-notice"),
];
const [contactReceived, contactToStaff] = [mails("contact-received"), mails("contact-notice")];

const ways: Record<string, Way[]> = {
  "simulation-by-address": [["simulate", (n) => simulate(one, { cpf: cpfs[n] })]],
  "simulation-by-cpf": [
    ["simulate", (n) => simulate(network(n), { email: somebody(n) }), received],
  ],
  "simulation-by-cpf-and-address": [["simulate", () => simulate(one)]],
  "simulation-notice": [["simulate", (n) => simulate(network(n), { cpf: cpfs[n] }), toStaff]],
  "partnership-notice": [["partner", (n) => partner(network(n)), partnerToStaff]],
  "contact-notice": [["write", (n) => write(network(n)), contactToStaff]],
  "staff-notice": [
    ["confirm", (n) => confirmMailbox(`nova${n}@payser.example`), mails("staff-pending")],
  ],
  "confirmation-by-mailbox": [
    ["simulate", (n) => simulate(network(n), { cpf: cpfs[n] }), received],
    ["partner", (n) => partner(network(n)), partnerReceived],
    ["write", (n) => write(network(n)), contactReceived],
  ],
  "mail-by-network": [
    ["simulate", (n) => simulate(one, { cpf: cpfs[n], email: somebody(n) }), received],
    ["partner", (n) => partner(one, { email: somebody(n) }), partnerReceived],
    ["write", (n) => write(one, { email: somebody(n) }), contactReceived],
    ["recover", (n) => recover(one, somebody(n))],
    ["signUp", (n) => signUp(one, somebody(n))],
    ["askLink", (n) => askLink(one, somebody(n))],
    ["askLandlord", (n) => askLandlord(one, somebody(n))],
  ],
  "mail-by-mailbox": [
    ["recover", (n) => recover(network(n), ana), mails("password-recovery")],
    ["signUp", (n) => signUp(network(n), `nova+${n}@payser.example`), mails("staff-confirmation")],
    ["askLink", (n) => askLink(network(n), ana), mails("tracking-link")],
    ["askLandlord", (n) => askLandlord(network(n), ana), mails("landlord-link")],
  ],
  "partnership-by-address": [["partner", () => partner(one)]],
  "contact-by-address": [["write", () => write(one)]],
  "recovery-by-address": [["recover", (n) => recover(one, somebody(n))]],
  "staff-sign-up-by-address": [["signUp", (n) => signUp(one, somebody(n))]],
  "staff-confirmation-by-address": [["confirm", (n) => confirm(one, `link ${n}`)]],
  "staff-confirmation-by-link": [["confirm", (n) => confirm(network(n), "link")]],
  "password-link-by-address": [
    ["reset", (n) => call("spend_password_link", one, { secret_hash: hash(`link ${n}`) })],
  ],
  "recovery-code-by-account": [["redeem", redeem]],
  "sign-in-by-subject-and-network": [["signIn", () => signIn(one), attempts]],
  "sign-in-by-network": [["signIn", (n) => signIn(one, `PF-2026-000000000${n}`), attempts]],
  "sign-in-by-subject": [["signIn", (n) => signIn(network(n)), attempts]],
  "sign-in-by-subject-and-day": [["signIn", (n) => signIn(network(n)), attempts]],
  "sign-in-by-device": [["signIn", (n) => signInKnown(network(n)), attempts]],
  "password-grant-by-account": [["guess", guess, attempts]],
  "refusal-by-caller": [["refuse", () => refuse(account, "resend-mail"), refusals]],
  "refusal-by-action": [["refuse", () => refuse(crypto.randomUUID(), "read-offers"), refusals]],
  "tracking-by-address": [
    ["track", () => track(request.secret_hash)],
    ["conditions", () => conditions(request.secret_hash)],
  ],
  "tracking-miss-by-address": [
    ["track", (n) => track(hash(`${n}`))],
    ["landlord", (n) => landlord(hash(`${n}`))],
    ["conditions", (n) => conditions(hash(`${n}`))],
    ["upload", (n) => upload(one, hash(`${n}`))],
    ["remove a file", (n) => withdrawFile(one, hash(`${n}`))],
    ["accept", (n) => accept(hash(`${n}`))],
  ],
  "tracking-link-by-address": [
    ["askLink", (n) => askLink(one, somebody(n), `PS-2026-0000000${n}`)],
    ["askLandlord", (n) => askLandlord(one, somebody(n))],
  ],
  "document-by-address": [
    ["upload", () => upload(one)],
    ["remove a file", () => withdrawFile(one)],
  ],
  "document-by-document": [["upload", (n) => upload(network(n))]],
  "inspection-by-address": [["send a report", () => sendReport(one, nowhere)]],
  "inspection-by-side": [["send a report", (n) => sendReport(network(n), leaseId)]],
  "claim-file-by-address": [["send a proof", () => sendProof(one, nowhere)]],
  "claim-file-by-claim": [["send a proof", (n) => sendProof(network(n), claim.id)]],
  "claim-change-by-claim": [["answer a claim", answerClaim]],
  "claim-account-by-claim": [["change the account", changeAccount]],
  "correction-by-request": [["correct a request", correctRequest]],
  "refund-account-by-contract": [["give the account of a refund", giveRefundAccount]],
  "accept-by-address": [["accept", () => accept(request.secret_hash)]],
  "ending-by-contract": [["ask for the end", askForEnd]],
  "verify-by-address": [["verify", verify]],
  "verify-miss-by-address": [["verify", verify]],
  "test-mail-by-address": [["testMail", () => call("open_test_mail", one)]],
  "test-mail-by-editor": [
    ["testMail", () => fixtures.call("queue_test_mail", { recipient: ana, payload: {} })],
  ],
};

type Limit = { action: string; most: number; per: string };
let limits: Limit[] = [];
beforeAll(async () => {
  limits = await fixtures.sql<Limit[]>`select action, most, per::text from private.limits`;
});
beforeEach(async () => {
  const { sql } = fixtures;
  for (const { action, most, per } of limits) {
    await sql`
      update private.limits set most = ${most}, per = ${per}::interval where action = ${action}`;
  }
  await sql`delete from public.login_attempts`;
  await prepare();
});

test("every limit is reached below", () => {
  expect(limits.map(({ action }) => action).toSorted()).toEqual(Object.keys(ways).toSorted());
});

const cases = Object.entries(ways).flatMap(([action, list]) =>
  list.map(([door, act, left]) => [action, door, { act, left }] as const),
);

describe("a limit", () => {
  test.each(cases)("set to two for %s allows %s twice", async (action, _door, { act, left }) => {
    // The period of the limit is longer than any test, because a period that ends during the test
    // would start a new count.
    await fixtures.sql`
      update private.limits set most = 2, per = interval '3650 days' where action = ${action}`;
    await act(0);
    await act(1);
    if (left === undefined) {
      await expect(act(2)).rejects.toMatchObject({ code: "PT429", hint: action });
      return;
    }
    const before = await left();
    expect(before).toBeGreaterThan(0);
    await act(2);
    expect(await left()).toBe(before);
    // Under a higher limit, a call adds a row again. This proves that the limit of two stopped the third call.
    await fixtures.sql`update private.limits set most = 100 where action = ${action}`;
    await act(3);
    expect(await left()).toBeGreaterThan(before);
  });
});
