import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, callFunction } from "../support/call-api.ts";
import { countRefusals } from "../support/count-refusals.ts";
import { documentRules, plantDocument } from "../support/document-rules.ts";
import { personaNames } from "../support/personas.ts";
import type { PersonaName } from "../support/personas.ts";
import {
  contactMessage,
  offerRow,
  partnershipRequest,
  simulationRequest,
  simulationRow,
} from "../support/sample-rows.ts";
import { caseEndpointRules } from "../support/case-endpoint-rules.ts";
import { plantStaffScreens, staffScreenRules } from "../support/staff-screen-rules.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const signedIn = personaNames.filter((name) => name !== "visitor" && name !== "service");
const service: PersonaName[] = ["service"];
const activeStaff: PersonaName[] = ["staff", "releasing staff"];
const releasing: PersonaName[] = ["releasing staff"];
const address = "b".repeat(64);
const byLink = () => ({ secret_hash: address, address_hash: address });
const unknown = "00000000-0000-4000-8000-000000000000";

type Rule = { may: PersonaName[]; args?: () => Record<string, unknown> };

/** Personas that may call each function. A function that is missing here fails the first test. */
const rules: Record<string, Rule> = {
  ...staffScreenRules(() => staffScreens),
  ...documentRules(() => document),
  accept_offer: {
    may: service,
    args: () => ({
      secret_hash: address,
      offer_id: unknown,
      full_name: "Ana",
      clauses: [],
      conditions_sha256: address,
      address_hash: address,
      user_agent: "",
    }),
  },
  answer_offer: {
    may: service,
    args: () => ({
      ...byLink(),
      offer_id: unknown,
      answer: "decline",
      reason: "Encontrei outra garantia.",
    }),
  },
  answer_question: {
    may: activeStaff,
    args: () => ({ offer_id: offerId, question_id: unknown, answer: "Sim, até o limite." }),
  },
  check_request_corrections: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId, known_version: 0 }),
  },
  correct_request: {
    may: activeStaff,
    args: () => ({
      simulation_id: simulationId,
      correction_id: crypto.randomUUID(),
      known_version: 0,
      wanted: { phone: "44999998888" },
      reason: "Telefone errado",
    }),
  },
  correct_request_by_link: {
    may: service,
    args: () => ({
      ...byLink(),
      correction_id: unknown,
      known_version: 0,
      wanted: { phone: "44999998888" },
    }),
  },
  read_request_data: { may: service, args: byLink },
  ask_documents: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId, kinds: ["income"] }),
  },
  backend_metrics: { may: service },
  claim_document_job: { may: service },
  claim_outgoing_mail: { may: service, args: () => ({ max: 1 }) },
  confirm_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
  count_function_failures: { may: service, args: () => ({ function_name: "x", failures: 1 }) },
  count_staff: { may: activeStaff },
  create_recovery_codes: { may: [] },
  decide_simulation: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId, decision: "approved", known_version: 0 }),
  },
  files_that_caches_keep: { may: service },
  files_without_row: { may: service },
  find_cases: { may: activeStaff, args: () => ({ search: "silva" }) },
  find_conditions: {
    may: service,
    args: () => ({ secret_hash: address, offer_id: unknown, address_hash: address }),
  },
  draft_offer: { may: service, args: () => ({ offer: { simulation_id: unknown } }) },
  is_active_staff: { may: signedIn },
  keep_content: { may: service, args: () => ({ content: { company: "x" } }) },
  list_offers: { may: activeStaff, args: () => ({ simulation_id: simulationId }) },
  list_parked_documents: { may: activeStaff },
  list_parked_mail: { may: activeStaff },
  list_simulations: { may: activeStaff },
  list_staff: { may: activeStaff },
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
  regret_by_link: { may: service, args: () => ({ ...byLink(), ending_id: unknown }) },
  open_sign_in: {
    may: service,
    args: () => ({ kind: "contract", subject: "PF-2026-0000000000", address_hash: address }),
  },
  open_staff_confirmation: { may: service, args: byLink },
  confirm_staff_address: { may: service, args: () => ({ secret_hash: address }) },
  account_link_secret: { may: service, args: () => ({ mail_id: crypto.randomUUID() }) },
  spend_staff_link: { may: service, args: () => ({ secret_hash: address }) },
  spend_password_link: { may: service, args: byLink },
  return_password_link: { may: service, args: () => ({ secret_hash: address }) },
  open_staff_sign_up: {
    may: service,
    args: () => ({ email: "nova@exemplo.com.br", address_hash: address }),
  },
  open_staff_reset: { may: service, args: byLink },
  open_test_mail: { may: service, args: () => ({ address_hash: address }) },
  purge_expired: { may: service },
  queue_page: { may: activeStaff },
  queue_staff_confirmation: { may: service, args: () => ({ email: "nova@exemplo.com.br" }) },
  queue_test_mail: {
    may: service,
    args: () => ({ recipient: "a@b.co", payload: { mail: "staffReleased" } }),
  },
  recall_content: { may: service },
  record_denied_call: {
    may: service,
    args: () => ({ actor: unknown, action: "decide-simulation" }),
  },
  record_documents_failed: {
    may: service,
    args: () => ({ contract_id: unknown, attempt: 1, error: "x" }),
  },
  record_documents_issued: {
    may: service,
    args: () => ({ contract_id: unknown, attempt: 1, letter_sha256: address, documents: [] }),
  },
  record_failed_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
  record_mail_failed: { may: service, args: () => ({ mail_id: unknown, error: "x" }) },
  record_mail_sent: { may: service, args: () => ({ mail_id: unknown }) },
  record_password_changed: { may: service, args: () => ({ user_id: unknown }) },
  redeem_recovery_code: { may: [], args: () => ({ code: "ABCD-EFGH-JKLM-NPQR" }) },
  request_password_recovery: {
    may: service,
    args: () => ({ email: "ana@exemplo.com.br", address_hash: address }),
  },
  request_staff_recovery: {
    may: service,
    args: () => ({ email: "staff@payser.example", address_hash: address }),
  },
  request_tracking_link: {
    may: service,
    args: () => ({
      protocol: "PS-2026-00000011",
      email: "ana@exemplo.com.br",
      address_hash: address,
    }),
  },
  resend_mail: { may: activeStaff, args: () => ({ mail_id: unknown }) },
  retry_documents: { may: activeStaff, args: () => ({ contract_id: unknown }) },
  run_schedule: { may: service },
  set_my_digest: { may: activeStaff, args: () => ({ wanted: true }) },
  set_my_name: { may: activeStaff, args: () => ({ full_name: "Rita Campos" }) },
  set_staff_release: {
    may: releasing,
    args: () => ({ user_id: stack.personas.staff.userId, may_release: true }),
  },
  set_staff_status: {
    may: releasing,
    args: () => ({ user_id: stack.personas["pending staff"].userId, status: "disabled" }),
  },
  simulation_detail: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId }),
  },
  simulation_history: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId }),
  },
  staff_counts: { may: activeStaff },
  submit_contact_message: {
    may: service,
    args: () => ({ request: contactMessage(), address_hash: address }),
  },
  submit_partnership_request: {
    may: service,
    args: () => ({ request: partnershipRequest(), address_hash: address }),
  },
  submit_simulation: {
    may: service,
    args: () => ({ request: simulationRequest(), address_hash: address, terms_version: "1" }),
  },
  request_first_access: { may: service, args: byLink },
  landlord_area: { may: service, args: byLink },
  find_landlord_letter: { may: service, args: () => ({ ...byLink(), contract_id: unknown }) },
  ...caseEndpointRules(() => staffScreens),
  landlord_secret: { may: service, args: () => ({ mail_id: unknown }) },
  account_secret: { may: service, args: () => ({ mail_id: unknown }) },
  request_landlord_link: {
    may: service,
    args: () => ({ email: "ninguem@exemplo.com.br", address_hash: address }),
  },
  track_request: { may: service, args: byLink },
  tracking_secret: { may: service, args: () => ({ simulation_id: unknown }) },
  undo_decision: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId }),
  },
  verify_letter: { may: service, args: () => ({ code: "0".repeat(12), address_hash: address }) },
  withdraw_offer: { may: activeStaff, args: () => ({ offer_id: offerId }) },
  withdraw_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
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
];

let stack: TestStack;
let simulationId: string;
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
  const [offer] = await stack.sql`
    insert into public.offers ${stack.sql(offerRow(simulationId))} returning id`;
  offerId = String(offer?.["id"]);
  const question = { id: unknown, text: "O que conta para o limite?", askedAt: "2026-03-02" };
  await stack.sql`
    update public.offers set questions = ${stack.sql.json([question])} where id = ${offerId}`;
  staffScreens = await plantStaffScreens(stack);
  document = await plantDocument(stack.sql, simulationId);
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
      from public.${table} as row
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

const askFor = (name: string, persona: PersonaName) =>
  callFunction(stack, stack.personas[persona], name, rules[name]?.args?.());

// Refused calls run before all allowed calls, so that no change by an allowed call affects the answer to a refused one.
const refused = names.map((name) => ({
  name,
  people: personaNames.filter((persona) => !rules[name]?.may.includes(persona)),
}));
test.each(refused)("$name is refused to $people.length of eight", async ({ name, people }) => {
  const answers = await Promise.all(people.map((persona) => askFor(name, persona)));
  for (const [index, persona] of people.entries()) {
    expect([401, 403], persona).toContain(answers[index]?.status);
    expect(answers[index]?.json, persona).toMatchObject({ code: "42501" });
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
