import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi, callFunction } from "./support/call-api.ts";
import { countRefusals } from "./support/count-refusals.ts";
import { personaNames } from "./support/personas.ts";
import type { PersonaName } from "./support/personas.ts";
import {
  contactMessage,
  partnershipRequest,
  simulationRequest,
  simulationRow,
} from "./support/sample-rows.ts";
import { testStack } from "./support/test-stack.ts";
import type { TestStack } from "./support/test-stack.ts";

const signedIn = personaNames.filter((name) => name !== "visitor" && name !== "service");
const service: PersonaName[] = ["service"];
const activeStaff: PersonaName[] = ["staff", "releasing staff"];
const releasing: PersonaName[] = ["releasing staff"];
const address = "b".repeat(64);
const unknown = "00000000-0000-4000-8000-000000000000";

type Rule = { may: PersonaName[]; args?: () => Record<string, unknown> };

/** Who may call what; a function that is missing here fails the first test. */
const rules: Record<string, Rule> = {
  claim_outgoing_mail: { may: service, args: () => ({ max: 1 }) },
  confirm_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
  count_staff: { may: activeStaff },
  create_recovery_codes: { may: [] },
  decide_simulation: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId, decision: "approved" }),
  },
  is_active_staff: { may: signedIn },
  keep_content: { may: service, args: () => ({ content: { company: "x" } }) },
  list_contact_messages: { may: activeStaff },
  list_parked_mail: { may: activeStaff },
  list_simulations: { may: activeStaff },
  list_staff: { may: activeStaff },
  my_staff_account: { may: signedIn },
  my_staff_status: { may: signedIn },
  open_sign_in: {
    may: service,
    args: () => ({ kind: "contract", subject: "PF-2026-0000000000", address_hash: address }),
  },
  open_staff_confirmation: {
    may: service,
    args: () => ({ token_hash: "a".repeat(56), address_hash: address }),
  },
  open_staff_sign_up: {
    may: service,
    args: () => ({ email: "nova@exemplo.com.br", address_hash: address }),
  },
  purge_expired: { may: service },
  queue_staff_confirmation: { may: service, args: () => ({ email: "nova@exemplo.com.br" }) },
  recall_content: { may: service },
  record_denied_call: { may: service, args: () => ({ actor: unknown, action: "test" }) },
  record_failed_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
  record_mail_failed: { may: service, args: () => ({ mail_id: unknown, error: "x" }) },
  record_mail_sent: { may: service, args: () => ({ mail_id: unknown }) },
  record_password_changed: { may: service, args: () => ({ user_id: unknown }) },
  redeem_recovery_code: { may: [], args: () => ({ code: "ABCD-EFGH-JKLM-NPQR" }) },
  request_password_recovery: {
    may: service,
    args: () => ({ email: "ana@exemplo.com.br", address_hash: address }),
  },
  resend_mail: { may: activeStaff, args: () => ({ mail_id: unknown }) },
  set_staff_status: {
    may: releasing,
    args: () => ({ user_id: stack.personas["pending staff"].userId, status: "disabled" }),
  },
  simulation_history: {
    may: activeStaff,
    args: () => ({ simulation_id: simulationId }),
  },
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
  withdraw_sign_in: { may: service, args: () => ({ attempt_id: unknown }) },
};
const names = Object.keys(rules);
const tables = [
  "simulations",
  "staff",
  "outgoing_mail",
  "login_attempts",
  "partnership_requests",
  "contact_messages",
];

let stack: TestStack;
let simulationId: string;
const refusals = countRefusals("RPC");

beforeAll(async () => {
  stack = await testStack();
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  simulationId = String(row?.["id"]);
}, 60_000);

afterAll(async () => {
  refusals.print();
  await stack.close();
});

test("every function of the exposed schema has a rule", async () => {
  const rows = await stack.sql`
    select proname from pg_proc where pronamespace = 'public'::regnamespace order by proname`;
  expect(rows.map((row) => row["proname"])).toEqual(names);
});

// The refused first: what an allowed call changes must not decide how a refusal looks.
const cases = names.flatMap((name) => personaNames.map((persona) => ({ name, persona })));
const isAllowed = ({ name, persona }: (typeof cases)[number]) =>
  rules[name]?.may.includes(persona) ?? false;

describe.each(cases.filter((entry) => !isAllowed(entry)))("$persona", ({ name, persona }) => {
  test(`may not call ${name}`, async () => {
    const before = await fingerprint();
    const answer = await callFunction(stack, stack.personas[persona], name, rules[name]?.args?.());
    expect([401, 403]).toContain(answer.status);
    expect(answer.json).toMatchObject({ code: "42501" });
    expect(await fingerprint()).toBe(before);
    refusals.add(persona);
  });
});

describe.each(cases.filter(isAllowed))("$persona", ({ name, persona }) => {
  test(`may call ${name}`, async () => {
    const answer = await callFunction(stack, stack.personas[persona], name, rules[name]?.args?.());
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
  });
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

test("a refused decision is on record once a minute, without personal data", async () => {
  const { userId } = stack.personas["pending staff"];
  for (let call = 0; call < 3; call += 1) {
    await callFunction(stack, stack.personas["pending staff"], "decide_simulation", {
      simulation_id: simulationId,
      decision: "rejected",
    });
  }
  const rows = await stack.sql`
    select action, subject_id, outcome, details from public.audit_trail
    where actor = ${userId} and action = 'decide-simulation'`;
  expect([...rows]).toEqual([
    { action: "decide-simulation", subject_id: simulationId, outcome: "denied", details: {} },
  ]);
});

async function fingerprint() {
  const sums = [];
  for (const table of tables) {
    const [row] = await stack.sql`
      select md5(string_agg(row::text, '|' order by row::text)) as sum
      from public.${stack.sql(table)} as row`;
    sums.push(row?.["sum"]);
  }
  return sums.join();
}
