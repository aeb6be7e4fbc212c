import * as fc from "fast-check";
import { account, address_hash } from "./claim-fixtures.ts";
import { hashOf } from "./hash-of.ts";
import { issue, type Mailbox, renew, type World } from "./lease-world.ts";
import type { SeenClaim, Snapshot } from "./lease-snapshot.ts";

/** Facts with which an act is performed: who acts, what this person saw before, and the numbers of the sequence. */
export interface Act {
  world: World;
  seen: Snapshot;
  claim: SeenClaim | undefined;
  mailbox: Mailbox;
  tenant: string;
  staff: string;
  /** Number that chooses amounts, texts and items. */
  part: number;
  /** Id that the form makes. */
  id: string;
}
type Perform = (act: Act) => Promise<unknown>;

const kinds = ["moved-out", "end-of-lease", "other", "never-began", "cancelled-before-start"];
const at = <T>(list: readonly T[], place: number) => list[place % Math.max(list.length, 1)];
const words = (act: Act) => `Conforme a vistoria de saída ${act.part}`;
const dayAgo = (act: Act, days: number) => act.world.base.day(-days);
const call = (act: Act, name: string, args: Record<string, unknown>) =>
  act.world.base.fixtures.call(name, { ...args, address_hash });
const asTenant = (act: Act, name: string, args: Record<string, unknown>) =>
  act.world.base.as(act.tenant, name, args);
const asStaff = (act: Act, name: string, args: Record<string, unknown>) =>
  act.world.base.as(act.staff, name, args);
const secret = ({ world, mailbox }: Act) => world.secrets[mailbox];
const claimOf = ({ claim }: Act, viewer: "tenant" | "staff" = "staff") => ({
  claim_id: claim?.id ?? crypto.randomUUID(),
  version: claim?.versions[viewer] ?? 0,
});
const byLink = (act: Act, action: string, request: Record<string, unknown> = {}) =>
  call(act, "claim_by_link", {
    secret_hash: secret(act),
    action,
    request: { claimId: act.claim?.id, version: act.claim?.versions.landlord, ...request },
  });
const runningOf = ({ seen }: Act) =>
  seen.contracts.findLast(({ status }) => status === "active") ?? at(seen.contracts, 0);
const askedEnding = ({ seen, part }: Act) => at(seen.endings, part % 2);
const texts = (act: Act) => [
  { item_id: at(act.claim?.items ?? [], act.part)?.id, text: words(act) },
];
const somePlaces = (act: Act) =>
  act.claim?.items
    .filter((_item, place) => (act.part >> place) % 2 === 0 || place === 0)
    .map(({ id }) => id);
const otherAccount = ({ part }: Act) => ({ ...account, key: `conta-${part % 3}@exemplo.com.br` });
const newItems = ({ part }: Act) =>
  Array.from({ length: 1 + (part % 3) }, (_item, place) => ({
    id: crypto.randomUUID(),
    kind: "repair",
    description: "Porta quebrada",
    asked: at([300, 900, 4000, 250.5], part + place),
  }));

async function openClaim(act: Act): Promise<unknown> {
  const request = {
    requestId: act.id,
    happenedOn: await dayAgo(act, act.part % 2),
    items: newItems(act),
  };
  return byLink(act, "open", {
    leaseId: act.world.leaseId,
    ...request,
    ...(act.part % 3 === 0 && { account: otherAccount(act) }),
  });
}
async function endingRequest(act: Act) {
  return {
    kind: at(kinds, act.part),
    reason: "Mudança de cidade",
    keysOn: await dayAgo(act, (act.part % 4) - 1),
    contractId: runningOf(act)?.id,
    endingId: act.id,
    despiteClaim: act.part % 2 === 0,
  };
}
async function endingArgs(act: Act) {
  const { kind, reason, keysOn, contractId, endingId, despiteClaim } = await endingRequest(act);
  return {
    contract_id: contractId,
    ending_id: endingId,
    kind,
    reason,
    keys_on: keysOn,
    despite_claim: despiteClaim,
  };
}
const fileOf = (act: Act, side: "landlord" | "tenant") =>
  receive(act, "receive_claim_file", {
    holder: side === "tenant" ? act.tenant : null,
    secret_hash: side === "landlord" ? secret(act) : null,
    is_staff: false,
    claim_id: claimOf(act).claim_id,
    file_id: act.id,
    kind: "photo",
    item_id: null,
    file_path: `${act.world.leaseId}/${act.id}.png`,
    file_type: "image/png",
    file_sha256: act.id.replaceAll("-", "").repeat(2),
    bytes: 1000,
  });
const receive = ({ world }: Act, name: string, args: Record<string, unknown>) =>
  world.base.fixtures.call(name, args);

async function confirmAccount(act: Act): Promise<unknown> {
  const { sql } = act.world.base.fixtures;
  const [row] = await sql`
    select account_secret_hash as hash from public.claims where id = ${claimOf(act).claim_id}`;
  return row?.["hash"]
    ? call(act, "confirm_claim_account", { secret_hash: row["hash"] })
    : undefined;
}
async function pay(act: Act): Promise<unknown> {
  const charge = at(act.claim?.charges ?? [], 0);
  return (
    charge &&
    asStaff(act, "book_payment", {
      movement_id: act.id,
      charge_id: charge.id,
      paid_on: await dayAgo(act, 0),
      amount: charge.open,
      seen_open: charge.open,
      account_version: act.claim?.accountVersion,
    })
  );
}
const decide: Perform = async (act) => {
  const decided =
    act.claim?.items.filter(
      ({ id }) => act.claim?.round === 1 || act.claim?.reviewed.includes(id),
    ) ?? [];
  return asStaff(act, "decide_claim", {
    ...claimOf(act),
    items: decided.map(({ id, asked }, place) => ({
      id,
      granted: Math.round(asked * (at([1, 0.5, 1, 0], act.part + place) ?? 1) * 100) / 100,
      reason: "Conforme o orçamento",
      clause: "5.2",
    })),
    recourse: 0,
  });
};

/** Acts by the link of a landlord's address. */
export const landlordActs = {
  open: openClaim,
  complete: (act) => byLink(act, "complete"),
  add: (act) => byLink(act, "add", { answers: texts(act) }),
  done: (act) => byLink(act, "done"),
  reply: (act) => byLink(act, "reply", { text: words(act) }),
  withdraw: (act) => byLink(act, "withdraw"),
  review: (act) => byLink(act, "review", { items: somePlaces(act), text: words(act) }),
  "answer-review": (act) => byLink(act, "answer-review", { text: words(act) }),
  account: (act) => byLink(act, "change-account", { account: otherAccount(act) }),
  file: (act) => fileOf(act, "landlord"),
  report: (act) =>
    receive(act, "receive_inspection", {
      holder: null,
      secret_hash: secret(act),
      lease_id: act.world.leaseId,
      file_id: act.id,
      moment: act.part % 2 ? "exit" : "entry",
      room: "living",
      note: null,
      file_path: `${act.world.leaseId}/${act.id}.png`,
      file_type: "image/png",
      file_sha256: act.id.replaceAll("-", "").repeat(2),
      bytes: 1000,
    }),
  "ask-ending": async (act) =>
    call(act, "ending_by_link", {
      secret_hash: secret(act),
      action: "ask",
      request: await endingRequest(act),
    }),
  "state-keys": async (act) =>
    call(act, "ending_by_link", {
      secret_hash: secret(act),
      action: "state",
      request: {
        endingId: askedEnding(act)?.id,
        keysOn: await dayAgo(act, act.part % 3),
        note: words(act),
      },
    }),
  "withdraw-ending": (act) =>
    call(act, "ending_by_link", {
      secret_hash: secret(act),
      action: "withdraw",
      request: { endingId: askedEnding(act)?.id },
    }),
  "ask-renewal": (act) =>
    call(act, "ask_renewal_by_link", { secret_hash: secret(act), lease_id: act.world.leaseId }),
  "give-address": (act) =>
    call(act, "give_address_by_link", {
      secret_hash: secret(act),
      lease_id: act.world.leaseId,
      address: `novo-${act.part % 3}@exemplo.com.br`,
    }),
} satisfies Record<string, Perform>;

/** Acts of a tenant who is signed in. */
export const tenantActs = {
  answer: (act) =>
    asTenant(act, "answer_claim", { ...claimOf(act, "tenant"), answers: texts(act) }),
  "tenant-done": (act) => asTenant(act, "end_claim_turn", claimOf(act, "tenant")),
  "tenant-reply": (act) =>
    asTenant(act, "reply_claim", { ...claimOf(act, "tenant"), text: words(act) }),
  "tenant-review": (act) =>
    asTenant(act, "review_claim", {
      ...claimOf(act, "tenant"),
      items: somePlaces(act),
      text: words(act),
    }),
  "tenant-answer-review": (act) =>
    asTenant(act, "answer_claim_review", { ...claimOf(act, "tenant"), text: words(act) }),
  "tenant-file": (act) => fileOf(act, "tenant"),
  "tenant-ending": async (act) => asTenant(act, "ask_ending", await endingArgs(act)),
  "tenant-keys": async (act) =>
    asTenant(act, "state_handover", {
      ending_id: askedEnding(act)?.id ?? act.id,
      keys_on: await dayAgo(act, act.part % 3),
      note: words(act),
    }),
  "tenant-withdraws": (act) =>
    asTenant(act, "withdraw_ending", { ending_id: askedEnding(act)?.id ?? act.id }),
  regret: (act) =>
    asTenant(act, "regret_contract", {
      contract_id: runningOf(act)?.id,
      ending_id: act.id,
      despite_claim: act.part % 3 === 0,
    }),
  "tenant-renewal": (act) => asTenant(act, "ask_renewal", { contract_id: runningOf(act)?.id }),
  "tenant-address": (act) =>
    asTenant(act, "give_landlord_address", {
      contract_id: runningOf(act)?.id,
      address: `dado-${act.part % 3}@exemplo.com.br`,
    }),
} satisfies Record<string, Perform>;

/** Acts of staff, and of the owner of a mailbox who opens a link that was mailed. */
export const staffActs = {
  "open-for": async (act) =>
    asStaff(act, "open_claim_for", {
      contract_id: runningOf(act)?.id,
      request: {
        requestId: act.id,
        happenedOn: await dayAgo(act, act.part % 2),
        items: newItems(act),
        account,
      },
    }),
  "staff-ending": async (act) => asStaff(act, "ask_ending", await endingArgs(act)),
  want: async (act) =>
    asStaff(act, "ask_for_claim", {
      ...claimOf(act),
      side: act.part % 2 ? "tenant" : "landlord",
      text: words(act),
      until: await dayAgo(act, -1 - (act.part % 4)),
    }),
  decide,
  second: (act) =>
    asStaff(act, "second_claim", { ...claimOf(act), agrees: act.part % 4 !== 0, note: words(act) }),
  undo: (act) => asStaff(act, "undo_claim_decision", { claim_id: claimOf(act).claim_id }),
  pay,
  "reverse-payment": (act) =>
    asStaff(act, "reverse_payment", {
      movement_id: act.claim?.movements[0] ?? act.id,
      reason: "Conta errada",
    }),
  "confirm-ending": (act) =>
    asStaff(act, "confirm_ending", {
      ending_id: askedEnding(act)?.id ?? act.id,
      keys_note: words(act),
    }),
  cancel: (act) =>
    asStaff(act, "close_contract", {
      contract_id: runningOf(act)?.id,
      status: act.part % 3 ? "cancelled" : "ended",
      reason: "Acordo entre as partes",
      despite_claim: act.part % 2 === 0,
    }),
  "undo-closing": (act) =>
    asStaff(act, "undo_closing", { contract_id: at(act.seen.contracts, act.part)?.id }),
  check: (act) =>
    asStaff(act, "check_landlord_address", {
      contact_id: at(act.seen.toCheck, act.part) ?? act.id,
      note: "Ligação ao locador",
    }),
  correct: async (act) => {
    const { sql } = act.world.base.fixtures;
    const contract_id = runningOf(act)?.id ?? act.id;
    const [letter] = await sql`select code from public.letters where contract_id = ${contract_id}`;
    return asStaff(act, "correct_contract", {
      contract_id,
      correction_id: act.id,
      known_code: String(letter?.["code"]),
      wanted: { landlord_name: `José Pereira ${at(["Lima", "Souza"], act.part)}` },
      reason: "Erro de digitação",
    });
  },
  renew: async (act) => {
    const contract = act.seen.contracts.find(({ mayRenew }) => mayRenew);
    return contract && { changed: await renew(act.world, contract.id) };
  },
  issue: async (act) => {
    await issue(act.world);
  },
  "confirm-account": confirmAccount,
  "confirm-address": async (act) => {
    const known = at(act.seen.toAnswer, act.part);
    const { sql, call: callOf } = act.world.base.fixtures;
    if (!known) return undefined;
    const [row] = await sql`select private.current_landlord_secret(${known.address}) as secret`;
    return callOf("landlord_area", {
      secret_hash: hashOf(String(row?.["secret"])),
      address_hash,
      contact_id: known.id,
      is_mine: true,
    });
  },
} satisfies Record<string, Perform>;

export type ActName = keyof typeof landlordActs | keyof typeof tenantActs | keyof typeof staffActs;

/** Acts that somebody would choose who wants a claim to go on, by its stage. */
export const nextActs: Readonly<Record<string, readonly ActName[]>> = {
  none: ["open", "open", "open-for"],
  evidence: ["file", "complete", "complete", "answer", "account"],
  hearing: ["answer", "tenant-file", "tenant-done", "tenant-done", "confirm-account"],
  replying: ["add", "file", "done", "done", "account"],
  wanted: ["reply", "tenant-reply", "tenant-file"],
  deciding: ["decide", "decide", "decide", "account", "confirm-account", "want"],
  second: ["second", "second", "undo"],
  decided: ["pay", "pay", "account", "confirm-account", "review", "tenant-review", "undo"],
  review: [
    "decide",
    "decide",
    "answer-review",
    "tenant-answer-review",
    "review",
    "tenant-review",
    "tenant-file",
  ],
  paid: ["review", "tenant-review", "open", "reverse-payment"],
  refused: ["review", "tenant-review", "open"],
  withdrawn: ["open", "open-for"],
};
const actNames: readonly ActName[] = [
  ...Object.keys(landlordActs),
  ...Object.keys(tenantActs),
  ...Object.keys(staffActs),
].filter(
  (name): name is ActName => name in landlordActs || name in tenantActs || name in staffActs,
);

/** One act of a sequence: its name, or `next` for an act that fits the stage of a claim; who acts is chosen later. */
export const anyAct = fc.record({
  name: fc.oneof(
    { weight: 3, arbitrary: fc.constant("next" as const) },
    { weight: 2, arbitrary: fc.constantFrom(...actNames) },
  ),
  who: fc.nat(999),
  part: fc.nat(999),
});
export type PlannedAct = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;
