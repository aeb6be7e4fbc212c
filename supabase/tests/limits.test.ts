// Each row of private.limits is reached by the doors that it guards, with its limit set to two: the third
// is refused, or leaves nothing. A limit that no door asks for, and a door that stops asking, fail here.
import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actAs, callAsItself } from "./support/act-as.ts";
import { createUser } from "./support/create-user.ts";
import { offerGround } from "./support/offer-ground.ts";
import {
  contactMessage,
  contractRow,
  documentRow,
  partnershipRequest,
  simulationRequest,
} from "./support/sample-rows.ts";

const ground = offerGround();

const hash = (name: string) => createHash("sha256").update(name).digest("hex");
const network = (n: number) => hash(`network ${n}`);
const somebody = (n: number) => `pessoa${n}@exemplo.com.br`;
const cpfs = ["52998224725", "11144477735", "39053344705", "00000000191"];

const submit = (changes: object, address_hash: string) =>
  ground.call("submit_simulation", {
    request: simulationRequest({ ...changes }),
    address_hash,
    terms_version: "2026-01",
  });
const partner = (changes: object, address_hash: string) =>
  ground.call("submit_partnership_request", {
    request: partnershipRequest({ ...changes }),
    address_hash,
  });
const write = (changes: object, address_hash: string) =>
  ground.call("submit_contact_message", { request: contactMessage({ ...changes }), address_hash });
const recover = (email: string, address_hash: string) =>
  ground.call("request_password_recovery", { email, address_hash });
const signUp = async (email: string, address_hash: string) => {
  const opened = await ground.call("open_staff_sign_up", { email, address_hash });
  const step: unknown = Object(opened).step;
  if (step !== "nothing") await ground.call("queue_staff_confirmation", { email });
};
const open = (subject: string, address_hash: string, device_hash?: string) =>
  ground.call("open_sign_in", {
    kind: "contract",
    subject,
    address_hash,
    ...(device_hash !== undefined && { device_hash }),
  });
const upload = (secret_hash: string, document_id: string, address_hash: string) =>
  ground.call("open_document_upload", {
    secret_hash,
    document_id,
    file_sha256: hash("file"),
    address_hash,
  });

/** A request whose documents were asked for, and a contract: what some doors lead to. */
let request: { id: string; secret_hash: string; protocol: string; documentId: string };
let account: string;
let contractNumber: string;

async function prepare() {
  const { sql } = ground;
  const made = await ground.request({ email: "ana@exemplo.com.br" });
  const [stored] = await sql`select protocol from public.simulations where id = ${made.id}`;
  const [document] = await sql`
    insert into public.asked_documents ${sql(documentRow(made.id))} returning id`;
  request = {
    ...made,
    protocol: String(stored?.["protocol"]),
    documentId: String(document?.["id"]),
  };
  await sql`delete from auth.users where email like 'um@%'`;
  account = await createUser(sql, "um@contratos.payser.invalid");
  const [contract] = await sql`
    insert into public.contracts ${sql(contractRow(account))} returning contract_number`;
  contractNumber = String(contract?.["contract_number"]);
}

type Way = {
  door: string;
  /** What a stranger does the nth time, from 0; the third is one too many. */
  act: (n: number) => Promise<unknown>;
  /** What those that count have left; without it the third is refused aloud, by name. */
  left?: () => Promise<number>;
};

const mails = (template: string) => () =>
  ground.count(`public.outgoing_mail where template = '${template}'`);
const attempts = (kind: string) => () =>
  ground.count(`public.login_attempts where kind = '${kind}'`);

const ways: Record<string, Way[]> = {
  "simulation-by-address": [
    { door: "submit_simulation", act: (n) => submit({ cpf: cpfs[n] }, network(0)) },
  ],
  "simulation-by-cpf": [
    {
      door: "submit_simulation",
      act: (n) => submit({ email: somebody(n) }, network(n)),
      left: mails("simulation-received"),
    },
  ],
  "simulation-by-cpf-and-address": [
    { door: "submit_simulation", act: () => submit({}, network(0)) },
  ],
  "simulation-notice": [
    {
      door: "submit_simulation",
      act: (n) => submit({ cpf: cpfs[n] }, network(n)),
      left: mails("simulation-notice"),
    },
  ],
  "partnership-notice": [
    {
      door: "submit_partnership_request",
      act: (n) => partner({}, network(n)),
      left: mails("partnership-notice"),
    },
  ],
  "contact-notice": [
    {
      door: "submit_contact_message",
      act: (n) => write({}, network(n)),
      left: mails("contact-notice"),
    },
  ],
  "confirmation-by-mailbox": [
    {
      door: "submit_simulation",
      act: (n) => submit({ cpf: cpfs[n] }, network(n)),
      left: mails("simulation-received"),
    },
    {
      door: "submit_partnership_request",
      act: (n) => partner({}, network(n)),
      left: mails("partnership-received"),
    },
    {
      door: "submit_contact_message",
      act: (n) => write({}, network(n)),
      left: mails("contact-received"),
    },
  ],
  "mail-by-network": [
    {
      door: "submit_simulation",
      act: (n) => submit({ cpf: cpfs[n], email: somebody(n) }, network(0)),
      left: mails("simulation-received"),
    },
    {
      door: "submit_partnership_request",
      act: (n) => partner({ email: somebody(n) }, network(0)),
      left: mails("partnership-received"),
    },
    {
      door: "submit_contact_message",
      act: (n) => write({ email: somebody(n) }, network(0)),
      left: mails("contact-received"),
    },
    { door: "request_password_recovery", act: (n) => recover(somebody(n), network(0)) },
    { door: "open_staff_sign_up", act: (n) => signUp(somebody(n), network(0)) },
    {
      door: "request_tracking_link",
      act: (n) =>
        ground.call("request_tracking_link", {
          protocol: request.protocol,
          email: somebody(n),
          address_hash: network(0),
        }),
    },
  ],
  "mail-by-mailbox": [
    {
      door: "request_password_recovery",
      act: (n) => recover("ana@exemplo.com.br", network(n)),
      left: mails("password-recovery"),
    },
    {
      door: "open_staff_sign_up",
      act: (n) => signUp(`nova+${n}@payser.example`, network(n)),
      left: mails("staff-confirmation"),
    },
    {
      door: "request_tracking_link",
      act: (n) =>
        ground.call("request_tracking_link", {
          protocol: request.protocol,
          email: "ana@exemplo.com.br",
          address_hash: network(n),
        }),
      left: mails("tracking-link"),
    },
  ],
  "partnership-by-address": [
    { door: "submit_partnership_request", act: () => partner({}, network(0)) },
  ],
  "contact-by-address": [{ door: "submit_contact_message", act: () => write({}, network(0)) }],
  "recovery-by-address": [
    { door: "request_password_recovery", act: (n) => recover(somebody(n), network(0)) },
  ],
  "staff-notice": [
    {
      door: "auth.users",
      async act(n) {
        const id = await createUser(ground.sql, `nova${n}@payser.example`);
        await ground.sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
      },
      left: mails("staff-pending"),
    },
  ],
  "staff-sign-up-by-address": [
    { door: "open_staff_sign_up", act: (n) => signUp(somebody(n), network(0)) },
  ],
  "staff-confirmation-by-address": [
    {
      door: "open_staff_confirmation",
      act: (n) =>
        ground.call("open_staff_confirmation", {
          secret_hash: hash(`link ${n}`),
          address_hash: network(0),
        }),
    },
  ],
  "staff-confirmation-by-link": [
    {
      door: "open_staff_confirmation",
      act: (n) =>
        ground.call("open_staff_confirmation", {
          secret_hash: hash("link"),
          address_hash: network(n),
        }),
    },
  ],
  "password-link-by-address": [
    {
      door: "spend_password_link",
      act: (n) =>
        ground.call("spend_password_link", {
          secret_hash: hash(`link ${n}`),
          address_hash: network(0),
        }),
    },
  ],
  "recovery-code-by-account": [
    {
      door: "redeem_recovery_code",
      async act() {
        const id = ground.staffId;
        await ground.sql`
          insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
          values (${id}, ${id}, 'totp', 'verified', now(), now()) on conflict do nothing`;
        const answer = await actAs(ground.sql, { role: "authenticated", userId: id }, (sql) =>
          callAsItself(sql, "redeem_recovery_code", { code: "ABCD-2345-ABCD-2345" }),
        );
        const code: unknown = Object(answer).code;
        // Answered, not raised, so that it is counted.
        if (code === "PT429") {
          throw Object.assign(new Error(), { code, hint: "recovery-code-by-account" });
        }
      },
    },
  ],
  "sign-in-by-subject-and-network": [
    {
      door: "open_sign_in",
      act: () => open(contractNumber, network(0)),
      left: attempts("contract"),
    },
  ],
  "sign-in-by-network": [
    {
      door: "open_sign_in",
      act: (n) => open(`PF-2026-000000000${n}`, network(0)),
      left: attempts("contract"),
    },
  ],
  "sign-in-by-subject": [
    {
      door: "open_sign_in",
      act: (n) => open(contractNumber, network(n)),
      left: attempts("contract"),
    },
  ],
  "sign-in-by-subject-and-day": [
    {
      door: "open_sign_in",
      act: (n) => open(contractNumber, network(n)),
      left: attempts("contract"),
    },
  ],
  "sign-in-by-device": [
    {
      door: "open_sign_in",
      async act(n) {
        await ground.sql`
          insert into public.login_attempts
            (kind, subject_hash, user_id, device_hash, succeeded_at)
          values ('account', ${hash("known")}, ${account}, ${hash("device")}, now())`;
        return open(contractNumber, network(n), hash("device"));
      },
      left: attempts("contract"),
    },
  ],
  "password-grant-by-account": [
    {
      door: "judge_password_attempt",
      act: () => ground.sql`
        select private.judge_password_attempt(${ground.sql.json({ user_id: account, valid: false })})`,
      left: attempts("password-grant"),
    },
  ],
  "refusal-by-caller": [
    {
      door: "record_denied_call",
      act: () =>
        ground.call("record_denied_call", {
          actor: account,
          action: "read-team",
          subject_id: crypto.randomUUID(),
        }),
      left: () => ground.count(`public.audit_trail where actor = '${account}'`),
    },
  ],
  "refusal-by-action": [
    {
      door: "record_denied_call",
      act: () =>
        ground.call("record_denied_call", { actor: crypto.randomUUID(), action: "read-doors" }),
      left: () => ground.count("public.audit_trail where action = 'read-doors'"),
    },
  ],
  "tracking-by-address": [
    {
      door: "track_request",
      act: () =>
        ground.call("track_request", {
          secret_hash: request.secret_hash,
          address_hash: network(0),
        }),
    },
    {
      door: "find_conditions",
      act: () =>
        ground.call("find_conditions", {
          secret_hash: request.secret_hash,
          offer_id: crypto.randomUUID(),
          address_hash: network(0),
        }),
    },
  ],
  "tracking-miss-by-address": [
    {
      door: "track_request",
      act: (n) =>
        ground.call("track_request", { secret_hash: hash(`${n}`), address_hash: network(0) }),
    },
    {
      door: "find_conditions",
      act: (n) =>
        ground.call("find_conditions", {
          secret_hash: hash(`${n}`),
          offer_id: crypto.randomUUID(),
          address_hash: network(0),
        }),
    },
    {
      door: "open_document_upload",
      act: (n) => upload(hash(`${n}`), crypto.randomUUID(), network(0)),
    },
    {
      door: "accept_offer",
      act: (n) =>
        ground.accept(
          { secret_hash: hash(`${n}`), offer: { id: crypto.randomUUID() } },
          { address_hash: network(0) },
        ),
    },
  ],
  "tracking-link-by-address": [
    {
      door: "request_tracking_link",
      act: (n) =>
        ground.call("request_tracking_link", {
          protocol: `PS-2026-0000000${n}`,
          email: somebody(n),
          address_hash: network(0),
        }),
    },
  ],
  "document-by-address": [
    {
      door: "open_document_upload",
      act: () => upload(request.secret_hash, request.documentId, network(0)),
    },
  ],
  "document-by-document": [
    {
      door: "open_document_upload",
      act: (n) => upload(request.secret_hash, request.documentId, network(n)),
    },
  ],
  "accept-by-address": [
    {
      door: "accept_offer",
      act: () =>
        ground.accept(
          { secret_hash: request.secret_hash, offer: { id: crypto.randomUUID() } },
          { address_hash: network(0) },
        ),
    },
  ],
  "verify-by-address": [
    {
      door: "verify_letter",
      act: (n) =>
        ground.call("verify_letter", { code: `00000000000${n}`, address_hash: network(0) }),
    },
  ],
  "verify-miss-by-address": [
    {
      door: "verify_letter",
      act: (n) =>
        ground.call("verify_letter", { code: `00000000000${n}`, address_hash: network(0) }),
    },
  ],
  "test-mail-by-address": [
    {
      door: "open_test_mail",
      act: () => ground.call("open_test_mail", { address_hash: network(0) }),
    },
  ],
  "test-mail-by-editor": [
    {
      door: "queue_test_mail",
      act: () =>
        ground.call("queue_test_mail", { recipient: "editora@payser.example", payload: {} }),
    },
  ],
};

type Limit = { action: string; most: number; per: string };
let limits: Limit[] = [];
beforeAll(async () => {
  limits = await ground.sql<Limit[]>`select action, most, per::text from private.limits`;
});
beforeEach(async () => {
  const { sql } = ground;
  for (const { action, most, per } of limits) {
    await sql`
      update private.limits set most = ${most}, per = ${per}::interval where action = ${action}`;
  }
  await sql`delete from public.login_attempts`;
  await sql`delete from auth.users where email like 'nova%'`;
  await prepare();
});

test("every limit is reached below", () => {
  expect(limits.map(({ action }) => action).toSorted()).toEqual(Object.keys(ways).toSorted());
});

const cases = Object.entries(ways).flatMap(([action, list]) =>
  list.map((way) => [action, way.door, way] as const),
);

describe("a limit of two", () => {
  test.each(cases)("%s lets %s happen twice", async (action, _door, { act, left }) => {
    // Longer than a test takes: a window that ends meanwhile would count anew.
    await ground.sql`
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
    // The limit is what held it back.
    await ground.sql`update private.limits set most = 100 where action = ${action}`;
    await act(3);
    expect(await left()).toBeGreaterThan(before);
  });
});
