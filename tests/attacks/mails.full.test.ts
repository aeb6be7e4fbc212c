// @module-tag full
// Causes every mail that a stranger can cause: each endpoint is called until it sends no more, from
// many networks at one mailbox and from one network at many mailboxes. Prints the rows and mails
// that each endpoint left.
import { afterAll, beforeAll, expect, test } from "vitest";
import { markdownTable } from "../bench/markdown-table.ts";
import {
  filledMessage,
  filledPartnership,
  filledSimulation,
  someAddress,
} from "../functions/filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "../functions/test-stack.ts";
import { functionCall, siteUrl } from "./function-call.ts";
import { type Answer, createSender, type Sender } from "./probe.ts";
import { onEach } from "./tally.ts";

/** Repeated calls of one endpoint by a stranger. */
type Attack = {
  endpoint: string;
  /**
   * Direction of the attack: from many networks to one mailbox in many spellings, or from one
   * network to many mailboxes.
   */
  how: string;
  calls: number;
  call: (n: number) => Promise<Answer>;
  /** Exact number of mails by template that the attack may cause. */
  mails: Record<string, number>;
};

let stack: TestStack;
let sender: Sender;
beforeAll(async () => {
  stack = await startTestStack({ siteUrl });
  sender = createSender(stack.url);
});
afterAll(async () => {
  sender.close();
  await stack.stop();
});

const call = (name: string, body: unknown, from: string) =>
  functionCall(stack.publishableKey, name, body, from);

const times = 33;
const table: string[][] = [];
/** Counts the mails by template, and the rows of each table to which calls of strangers could write. */
async function traces() {
  const counts = new Map<string, number>();
  const { sql } = stack;
  const tables = await sql`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'private') or (schemaname = 'auth' and tablename = 'users')`;
  for (const { name } of tables) {
    const [row] = await sql`select count(*)::integer as rows from ${sql(String(name))}`;
    counts.set(String(name), Number(row?.["rows"]));
  }
  const mails = await sql`
    select template, count(*)::integer as mails from public.outgoing_mail group by template`;
  for (const row of mails) counts.set(`mail ${row["template"]}`, Number(row["mails"]));
  return counts;
}

async function measure({ endpoint, how, calls, call: send, mails }: Attack) {
  const before = await traces();
  const statuses = new Map<number, number>();
  await onEach(
    Array.from({ length: calls }, (_call, n) => n),
    async (n) => {
      const { status } = await send(n);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
  );
  const after = await traces();
  const grown = [...after].flatMap(([name, count]) => {
    const more = count - (before.get(name) ?? 0);
    return more > 0 ? [[name, more] as const] : [];
  });
  const list = (of: Iterable<readonly [string, number]>) =>
    [...of].map(([name, count]) => `${count} ${name}`).join(", ") || "none";
  const isMail = ([name]: readonly [string, number]) => name.startsWith("mail ");
  const caused = grown
    .filter(isMail)
    .map(([name, count]) => [name.slice("mail ".length), count] as const);
  table.push([
    endpoint,
    how,
    `${calls}: ${list([...statuses].map(([status, count]) => [`x ${status}`, count] as const))}`,
    list(caused),
    list(grown.filter((row) => !isMail(row) && row[0] !== "public.outgoing_mail")),
  ]);
  expect(Object.fromEntries(caused)).toEqual(mails);
  return Object.keys(mails);
}

/** Returns a different spelling of one mailbox for each n. */
const written = (name: string, n: number) => {
  const dotted = [...name].join(n % 2 === 0 ? "" : ".");
  return `${dotted}+${n}@${n % 3 === 0 ? "googlemail" : "gmail"}.com`;
};
const forms = {
  "send-simulation-email": filledSimulation,
  "send-partnership-request": filledPartnership,
  "send-contact-message": filledMessage,
};
type Form = keyof typeof forms;
const submit = (name: Form, changes: object, from: string) =>
  sender.send(call(name, forms[name]({ ...changes }), from));
const password = "cavalo bateria grampo";
const signUp = (email: string, from: string) =>
  sender.send(call("sign-up-staff", { email, password }, from));
const tokenOf = async (email: string) => {
  await eventually(async () => (await stack.inbox(email)).length).toBe(1);
  const [mail] = await stack.inbox(email);
  return /confirmar-email#token_hash=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
};
const tracked = async () => {
  const email = `dona-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
  await submit("send-simulation-email", { email }, someAddress());
  const [row] = await stack.sql`select protocol from public.simulations where email = ${email}`;
  return { email, protocol: String(row?.["protocol"]) };
};
const askLink = (body: object, from: string) =>
  sender.send(call("request-tracking-link", body, from));

test("every mail that a stranger can cause has a cap by network and by mailbox", async () => {
  // Makes the periods of all limits longer than the test, because a period that ends during the
  // attack would start a new count.
  await stack.sql`
    update private.limits set per = interval '3650 days'
    where action !~ '^(sign-in|password-grant)'`;
  await stack.sql`delete from public.rate_limits`;
  const contract = stack.accounts.contracts[0]?.email ?? "";
  const [one, two] = [await tracked(), await tracked()];
  const newcomers = Array.from({ length: 25 }, (_person, n) => `novo${n}@exemplo.com.br`);
  await onEach(newcomers, async (email) => void (await signUp(email, someAddress())));
  const tokens: string[] = [];
  for (const email of newcomers) tokens.push(await tokenOf(email));
  const network = { links: someAddress(), forms: someAddress(), signUps: someAddress() };
  await stack.sql`delete from public.rate_limits`;

  const seen = new Set<string>();
  const run = async (attack: Attack) => {
    for (const template of await measure(attack)) seen.add(template);
  };
  const [many, single] = ["many networks, one mailbox", "one network, many mailboxes"];
  for (const [name, received, notice] of [
    ["send-simulation-email", "simulation-received", "simulation-notice"],
    ["send-partnership-request", "partnership-received", "partnership-notice"],
    ["send-contact-message", "contact-received", "contact-notice"],
  ] as const) {
    await run({
      endpoint: name,
      how: many,
      calls: times,
      call: (n) => submit(name, { email: written(`vitima${received[0]}`, n) }, someAddress()),
      mails: { [received]: 5, [notice]: times },
    });
    await run({
      endpoint: name,
      how: "many networks, many mailboxes",
      calls: 100,
      call: () => submit(name, {}, someAddress()),
      // The attack above already caused `times` notices to staff, and the limit is 100 notices.
      mails: { [received]: 100, [notice]: 100 - times },
    });
  }
  // Each form has its own limit per network. All forms share a limit of 40 mails per network, which the first two forms
  // use up.
  for (const [name, mails] of [
    ["send-simulation-email", { "simulation-received": 30 }],
    ["send-partnership-request", { "partnership-received": 10 }],
    ["send-contact-message", {}],
  ] as const) {
    const send = () => submit(name, {}, network.forms);
    await run({ endpoint: name, how: single, calls: times, call: send, mails });
  }
  await run({
    endpoint: "recover-password",
    how: many,
    calls: times,
    call: () => sender.send(call("recover-password", { email: contract }, someAddress())),
    mails: { "password-recovery": 3 },
  });
  await run({
    endpoint: "recover-password",
    how: single,
    calls: times,
    call: (n) =>
      sender.send(call("recover-password", { email: `p${n}@exemplo.com.br` }, network.links)),
    mails: {},
  });
  await run({
    endpoint: "request-tracking-link",
    how: "many networks, protocol alone",
    calls: times,
    call: (n) => askLink({ ...one, email: `curioso${n % 3}@exemplo.com.br` }, someAddress()),
    mails: {},
  });
  await run({
    endpoint: "request-tracking-link",
    how: "its owner, after that",
    calls: 1,
    call: () => askLink(one, someAddress()),
    mails: { "tracking-link": 1 },
  });
  await run({
    endpoint: "request-tracking-link",
    how: "many networks, protocol and mailbox",
    calls: times,
    call: () => askLink(two, someAddress()),
    mails: { "tracking-link": 3 },
  });
  await run({
    endpoint: "sign-up-staff",
    how: many,
    calls: times,
    call: (n) => signUp(written("vitimast", n), someAddress()),
    mails: { "staff-confirmation": 3 },
  });
  await run({
    endpoint: "sign-up-staff",
    how: single,
    calls: times,
    call: (n) => signUp(`outra${n}@exemplo.com.br`, network.signUps),
    mails: { "staff-confirmation": 20 },
  });
  await run({
    endpoint: "recover-password",
    how: "of staff, many networks, one mailbox",
    calls: times,
    call: () =>
      sender.send(
        call(
          "recover-password",
          { email: stack.accounts.staff.email, account: "staff" },
          someAddress(),
        ),
      ),
    mails: { "staff-recovery": 3 },
  });
  await run({
    endpoint: "confirm-staff-address",
    how: "many networks, mailboxes of their own",
    calls: tokens.length,
    call: (n) =>
      sender.send(call("confirm-staff-address", { tokenHash: tokens[n], password }, someAddress())),
    mails: { "staff-pending": 20 },
  });
  for (const endpoint of ["recover", "otp", "magiclink", "resend", "signup"]) {
    await run({
      endpoint: `/auth/v1/${endpoint}`,
      how: many,
      calls: times,
      call: () =>
        sender.send({
          method: "POST",
          path: `/auth/v1/${endpoint}`,
          headers: { apikey: stack.publishableKey, "content-type": "application/json" },
          body: JSON.stringify({ type: "signup", email: newcomers[0], password }),
          from: someAddress(),
        }),
      mails: {},
    });
  }
  // Mails with other templates are sent only for a staff account or a request, so strangers cannot cause these mails.
  expect([...seen].toSorted()).toEqual([
    "contact-notice",
    "contact-received",
    "partnership-notice",
    "partnership-received",
    "password-recovery",
    "simulation-notice",
    "simulation-received",
    "staff-confirmation",
    "staff-pending",
    "staff-recovery",
    "tracking-link",
  ]);
  expect(await stack.inbox(newcomers[0] ?? "")).toHaveLength(1);
  console.log(markdownTable(["endpoint", "from, to", "calls", "mails", "rows"], table));
}, 300_000);
