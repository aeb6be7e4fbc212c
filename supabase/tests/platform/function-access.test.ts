import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, callFunction } from "../support/call-api.ts";
import { countRefusals } from "../support/count-refusals.ts";
import { documentRules, plantDocument } from "../support/document-rules.ts";
import {
  type Caller,
  holders,
  openRightMembers,
  personaNames,
  rightMembers,
} from "../support/personas.ts";
import { offerRow, simulationRow } from "../support/sample-rows.ts";
import { caseEndpointRules } from "../support/case-endpoint-rules.ts";
import { serviceRules } from "../support/service-rules.ts";
import { plantStaffScreens, staffScreenRules } from "../support/staff-screen-rules.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const callers: Caller[] = [...personaNames, ...rightMembers];
const signedIn = callers.filter((name) => name !== "visitor" && name !== "service");
const service: Caller[] = ["service"];
const withSecondFactor = holders("read").filter((name) => name !== "staff without second factor");
const unknown = "00000000-0000-4000-8000-000000000000";

type Rule = { may: Caller[]; args?: () => Record<string, unknown> };

/** Personas that may call each function. A function that is missing here fails the first test. */
const rules: Record<string, Rule> = {
  ...serviceRules,
  ...staffScreenRules(() => staffScreens),
  ...documentRules(() => document),
  answer_question: {
    may: holders("requests"),
    args: () => ({ offer_id: offerId, question_id: unknown, answer: "Sim, até o limite." }),
  },
  check_request_corrections: {
    may: holders("requests"),
    args: () => ({ simulation_id: simulationId, known_version: 0 }),
  },
  correct_request: {
    may: holders("requests"),
    args: () => ({
      simulation_id: simulationId,
      correction_id: crypto.randomUUID(),
      known_version: 0,
      wanted: { phone: "44999998888" },
      reason: "Telefone errado",
    }),
  },
  ask_documents: {
    may: holders("requests"),
    args: () => ({ simulation_id: simulationId, kinds: ["income"] }),
  },
  count_staff: { may: holders("read") },
  create_recovery_codes: { may: withSecondFactor },
  decide_simulation: {
    may: holders("requests"),
    args: () => ({ simulation_id: simulationId, decision: "approved", known_version: 0 }),
  },
  find_cases: { may: holders("read"), args: () => ({ search: "silva" }) },
  use_right: { may: holders("money"), args: () => ({ wanted: "money", action: "book-payment" }) },
  has_live_session: { may: signedIn },
  is_active_staff: { may: signedIn },
  list_offers: { may: holders("read"), args: () => ({ simulation_id: simulationId }) },
  list_parked_documents: { may: holders("read") },
  // The right depends on the case of the mail (supabase/tests/mail/parked-mail.test.ts).
  correct_mail_address: {
    may: holders("read"),
    args: () => ({
      mail_id: unknown,
      correction_id: crypto.randomUUID(),
      address: "ana@exemplo.com.br",
      reason: "Endereço errado",
    }),
  },
  take_back_approval: {
    may: holders("requests"),
    args: () => ({ simulation_id: pendingId, reason: "Documento falso" }),
  },
  dismiss_mail: {
    may: holders("contracts"),
    args: () => ({ mail_id: unknown, reason: "Endereço errado" }),
  },
  list_parked_mail: { may: holders("read") },
  list_simulations: { may: holders("read") },
  list_audit: { may: holders("owner") },
  export_audit: { may: holders("owner") },
  list_staff: { may: holders("read") },
  make_offer: {
    may: service,
    args: () => ({
      offer: {
        ...offerRow(simulationId),
        id: crypto.randomUUID(),
        clauses: [],
        request_version: 0,
      },
      actor: stack.personas.staff.userId,
    }),
  },
  my_staff_account: { may: signedIn },
  my_staff_status: { may: signedIn },
  queue_page: { may: holders("read") },
  redeem_recovery_code: { may: withSecondFactor, args: () => ({ code: "ABCD-EFGH-JKLM-NPQR" }) },
  resend_mail: { may: holders("contracts"), args: () => ({ mail_id: unknown }) },
  retry_documents: { may: holders("contracts"), args: () => ({ contract_id: unknown }) },
  set_my_digest: { may: holders("read"), args: () => ({ wanted: true }) },
  set_my_name: { may: holders("read"), args: () => ({ full_name: "Rita Campos" }) },
  set_staff_rights: {
    may: holders("team"),
    args: () => ({
      user_id: members.get("staff of read")?.userId,
      rights: ["read"],
      seen: ["read"],
    }),
  },
  end_staff_sessions: {
    may: holders("team"),
    args: () => ({ user_id: stack.personas["disabled staff"].userId }),
  },
  set_staff_status: {
    may: holders("team"),
    args: () => ({ user_id: stack.personas["pending staff"].userId, status: "disabled" }),
  },
  simulation_detail: {
    may: holders("read"),
    args: () => ({ simulation_id: simulationId }),
  },
  simulation_history: {
    may: holders("read"),
    args: () => ({ simulation_id: simulationId }),
  },
  staff_counts: { may: holders("read") },
  ...caseEndpointRules(() => staffScreens),
  undo_decision: {
    may: holders("requests"),
    args: () => ({ simulation_id: simulationId }),
  },
  withdraw_offer: { may: holders("offers"), args: () => ({ offer_id: offerId }) },
};
const names = Object.keys(rules).toSorted();
const tables = [
  "case_notes",
  "case_holders",
  "contract_endings",
  "handover_statements",
  "refund_accounts",
  "inspection_files",
  "claims",
  "claim_items",
  "claim_files",
  "claim_reviews",
  "case_events",
  "charges",
  "movements",
  "allocations",
  "asked_documents",
  "asked_files",
  "simulations",
  "offers",
  "staff",
  "outgoing_mail",
  "login_attempts",
  "partnership_requests",
  "contact_messages",
  "contracts",
  "landlords",
  "lease_addresses",
  "leases",
  "contract_documents",
  "partners",
  "partnership_notes",
  "private.bureau_answers",
  "private.request_approvals",
];

let stack: TestStack;
let members: Awaited<ReturnType<typeof openRightMembers>>;
let simulationId: string;
let pendingId: string;
let offerId: string;
let staffScreens: Awaited<ReturnType<typeof plantStaffScreens>>;
let document: Awaited<ReturnType<typeof plantDocument>>;
// Latest fingerprint of the data, which refused calls must not change.
let left = "";
const refusals = countRefusals("RPC");

beforeAll(async () => {
  stack = await testStack();
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  simulationId = String(row?.["id"]);
  const [pending] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  pendingId = String(pending?.["id"]);
  const [offer] = await stack.sql`
    insert into public.offers ${stack.sql(offerRow(simulationId))} returning id`;
  offerId = String(offer?.["id"]);
  const question = { id: unknown, text: "O que conta para o limite?", askedAt: "2026-03-02" };
  await stack.sql`
    update public.offers set questions = ${stack.sql.json([question])} where id = ${offerId}`;
  staffScreens = await plantStaffScreens(stack);
  document = await plantDocument(stack.sql, simulationId);
  members = await openRightMembers(stack, stack.sql);
  left = await fingerprint();
}, 60_000);

afterAll(async () => {
  refusals.print();
  await stack.close();
});

/** Returns a hash of all rows of the tables. A change of any value changes the hash. */
async function fingerprint(): Promise<string> {
  const sums = tables.map(
    (table) => `(
      select coalesce(md5(string_agg(row::text, '|' order by row::text)), 'empty')
      from ${table.includes(".") ? table : `public.${table}`} as row
    )`,
  );
  const statement = `select concat_ws(',', ${sums.join()}) as sums`;
  const [row] = await stack.sql.unsafe(statement, [], { prepare: true });
  return String(row?.["sums"]);
}

test("every function of the exposed schema has a rule", async () => {
  const rows = await stack.sql`
    select proname from pg_proc where pronamespace = 'public'::regnamespace order by proname`;
  expect(rows.map((row) => row["proname"])).toEqual(names);
});

function askFor(name: string, caller: Caller) {
  const known = personaNames.find((persona) => persona === caller);
  const person = known ? stack.personas[known] : members.get(caller);
  return callFunction(stack, person ?? expect.fail(caller), name, rules[name]?.args?.());
}

// Refused calls run before all allowed calls, so that no change by an allowed call affects the answer to a refused one.
const refused = names.map((name) => ({
  name,
  others: callers.filter((caller) => !rules[name]?.may.includes(caller)),
}));
test.each(refused)("$name is refused to $others.length callers", async ({ name, others }) => {
  const answers = await Promise.all(others.map((caller) => askFor(name, caller)));
  for (const [index, persona] of others.entries()) {
    expect([401, 403], persona).toContain(answers[index]?.status);
    expect(answers[index]?.json, persona).toMatchObject({
      code: expect.stringMatching(/^(42501|PT403)$/),
    });
    refusals.add(persona);
  }
  const before = left;
  left = await fingerprint();
  expect(left).toBe(before);
});

// Allowed calls run one after the other, because a call may change the data that the next call needs.
const allowed = names.flatMap((name) =>
  (rules[name]?.may ?? []).map((persona) => ({ name, persona })),
);
test.each(allowed)("$name may be called by $persona", async ({ name, persona }) => {
  const answer = await askFor(name, persona);
  expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
});

test("functions of other schemas cannot be called by name", async () => {
  const hidden = [
    "decide_simulation",
    "is_active_staff",
    "auth_email_of",
    "enqueue_mail",
    "crypt",
    "judge_password_attempt",
    "has_live_session",
  ];
  for (const persona of Object.values(stack.personas)) {
    for (const schema of ["private", "auth", "extensions"]) {
      for (const name of hidden) {
        const { status } = await callApi(stack, persona, `/rest/v1/rpc/${name}`, {
          method: "POST",
          body: {},
          headers: { "content-profile": schema },
        });
        expect(status).toBeGreaterThanOrEqual(400);
        refusals.add(persona.name);
      }
    }
  }
});

test("a refused decision is recorded once a minute without personal data", async () => {
  const { userId } = stack.personas["pending staff"];
  // Uses a new subject, so that refusals in the tests above do not count here.
  const subject = crypto.randomUUID();
  for (let call = 0; call < 3; call += 1) {
    await callFunction(stack, stack.personas["pending staff"], "decide_simulation", {
      simulation_id: subject,
      decision: "rejected",
      known_version: 0,
    });
  }
  const rows = await stack.sql`
    select action, subject_id, outcome, details from public.audit_trail
    where actor = ${userId} and action = 'decide-simulation' and subject_id = ${subject}`;
  expect([...rows]).toEqual([
    { action: "decide-simulation", subject_id: subject, outcome: "denied", details: {} },
  ]);
});
