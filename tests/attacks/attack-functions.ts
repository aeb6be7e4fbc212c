import { readdir } from "node:fs/promises";
import {
  filledMessage,
  filledOffer,
  filledPartnership,
  filledSimulation,
  filledTestMail,
  someAddress,
} from "../functions/filled-forms.ts";
import type { AttackTarget } from "./attack-target.ts";
import { siteUrl } from "./function-call.ts";
import type { Probe } from "./probe.ts";
import { onEach } from "./tally.ts";

const oddValues: unknown[] = [
  null,
  [],
  {},
  true,
  -1,
  1e308,
  "\u0000",
  "\ud800",
  "x".repeat(6_000),
  "' or 1=1 --",
  "{{payload}}",
  "<img src=x onerror=alert(1)>",
  "a@b\r\nBcc: c@d.example",
  "../../etc/passwd",
  "\u202E\u2066",
];
const deepJson = "[".repeat(9_000) + "]".repeat(9_000);
const oddBodies = [
  "",
  "null",
  "[]",
  '"x"',
  "{",
  deepJson,
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":'.repeat(2_000) + "1" + "}".repeat(2_000),
  JSON.stringify({ comments: "x".repeat(200_000) }),
  '{"a":1,"a":2}',
  "\u{feff}{}",
];
const contentTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-7",
  "application/json-patch+json",
  "",
];
const methods = ["GET", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];
const origins = [
  "https://evil.example",
  "null",
  `${siteUrl}.evil.example`,
  "file://",
  `${siteUrl}:1`,
];

/** Returns a valid body for an edge function, so that each probe can change one field of the body. */
function wellFormed(name: string, target: AttackTarget): Record<string, unknown> {
  const { simulationId, mailId, documentId } = target.victim;
  const forms: Record<string, Record<string, unknown>> = {
    "send-simulation-email": filledSimulation(),
    "send-partnership-request": filledPartnership(),
    "send-contact-message": filledMessage(),
    "send-approval-email": { simulationId, version: 0 },
    "preview-mail": { template: "simulation-approved", simulationId },
    "reject-simulation": { simulationId, version: 0, reason: "Motivo de teste" },
    "make-offer": filledOffer(simulationId),
    "accept-offer": {
      secret: "A".repeat(22),
      offerId: mailId,
      fullName: "Ana Maria da Silva",
      clauses: [],
      conditionsSha256: "a".repeat(64),
    },
    "answer-offer": {
      secret: "A".repeat(22),
      offerId: mailId,
      answer: "adjust",
      reason: "Posso pagar em duas vezes?",
    },
    "correct-request": {
      action: "correct",
      secret: "A".repeat(22),
      correctionId: mailId,
      version: 0,
      email: "outra@exemplo.com.br",
    },
    "accept-correction": {
      secret: "A".repeat(22),
      correctionId: mailId,
      fullName: "Ana Maria da Silva",
    },
    "correct-contract": {
      contractId: simulationId,
      correctionId: mailId,
      knownCode: "0".repeat(12),
      tenant_email: "ana@exemplo.com.br",
      landlord_name: "Outro Locador",
      property_street: "Rua das Acácias, 1",
      property_city: "Maringá",
      property_state: "PR",
      start_date: "2026-12-01",
      reason: "Motivo de teste",
    },
    "regret-contract": { endingId: mailId, contractId: target.victim.contractId },
    "open-conditions": { secret: "A".repeat(22), offerId: mailId },
    "recover-password": { email: "ninguem@exemplo.com.br" },
    "verify-letter": { code: "0".repeat(12) },
    "open-contract-document": { documentId },
    "withdraw-contract-document": { documentId },
    "open-receipt": { movementId: documentId },
    "track-request": { secret: "A".repeat(22) },
    "landlord-area": {
      secret: "A".repeat(22),
      answer: { contactId: mailId, isMine: true },
    },
    "open-case-file": { fileId: documentId },
    "landlord-claim": {
      action: "open",
      secret: "A".repeat(22),
      leaseId: target.victim.leaseId,
      requestId: mailId,
      happenedOn: "2026-11-01",
      items: [{ id: mailId, kind: "repair", description: "Porta quebrada", asked: "850,00" }],
      account: {
        kind: "pix",
        key: "locador@exemplo.com.br",
        holder: "José Pereira",
        document: "52998224725",
      },
    },
    "landlord-lease": {
      action: "ask",
      secret: "A".repeat(22),
      endingId: mailId,
      contractId: target.victim.contractId,
      kind: "moved-out",
      keysOn: "2026-11-01",
    },
    "refund-account": {
      action: "give",
      contractId: target.victim.contractId,
      account: {
        kind: "pix",
        key: "outra@exemplo.com.br",
        holder: "José Pereira",
        document: "52998224725",
      },
    },
    "open-landlord-letter": { secret: "A".repeat(22), contractId: simulationId },
    "request-landlord-link": { email: "ninguem@exemplo.com.br" },
    "request-access": { secret: "A".repeat(22) },
    "upload-document": { secret: "A".repeat(22), documentId: simulationId },
    "open-document": { documentId: simulationId },
    "withdraw-file": { secret: "A".repeat(22), fileId: simulationId },
    "remove-files": {},
    "send-test-mail": filledTestMail(),
    "request-tracking-link": { protocol: "PS-2026-00000011", email: "ninguem@exemplo.com.br" },
    "sign-in-contract": { contractNumber: "PF-2026-0000000000", password: "segredo-de-teste" },
    "reset-contract-password": { tokenHash: "a".repeat(56), password: "segredo-de-teste" },
  };
  // E-mail address of an existing account, whose data no probe may change.
  const taken = "other.staff@payser.example";
  return forms[name] ?? { id: mailId, email: taken, password: "segredo-de-teste" };
}

/**
 * The shared router checks content type, origin, method and path of all functions. Every fourth function gets all
 * probes of these checks, and the other functions get one probe per check.
 */
const sampledEvery = 4;

function probesFor(name: string, place: number, target: AttackTarget): Probe[] {
  const atSome = <Item>(all: readonly Item[]) =>
    place % sampledEvery === 0 ? all : all.slice(0, 1);
  const path = `/functions/v1/${name}`;
  const headers = {
    apikey: target.stack.publishableKey,
    origin: siteUrl,
    "content-type": "application/json",
  };
  const form = wellFormed(name, target);
  const body = JSON.stringify(form);
  const post = (more: Partial<Probe>): Probe => ({ method: "POST", path, headers, body, ...more });
  const withHeaders = (changes: Record<string, string>) =>
    post({ headers: { ...headers, ...changes } });
  const { apikey: _key, ...keyless } = headers;
  // Each field gets a third of the unexpected values. Several fields have the same type, so the type gets all values.
  const odd = [...Object.keys(form), "id", "__proto__", "role"].flatMap((field, column) =>
    oddValues
      .filter((_value, index) => index % 3 === column % 3)
      .map((value) => post({ body: JSON.stringify({ ...form, [field]: value }) })),
  );
  return [
    ...odd,
    ...atSome(oddBodies).map((text) => post({ body: text })),
    ...atSome(contentTypes).map((type) => withHeaders({ "content-type": type })),
    ...atSome(origins).map((origin) => withHeaders({ origin })),
    ...atSome(methods).map((method) => post({ method })),
    ...atSome(["", "/..", "/%00", "/x/y", "?apikey=x", "%2f..%2fdeliver-mail"]).map((end) =>
      post({ path: path + end, body: "{}" }),
    ),
    post({ headers: keyless }),
    withHeaders({ apikey: "sb_publishable_wrong" }),
    withHeaders({ apikey: "sb_secret_wrong" }),
    withHeaders({ "x-forwarded-for": "1.1.1.1", "sb-forwarded-for": "1.1.1.1" }),
    withHeaders({ "x-forward-key": "x".repeat(43), "x-visitor-address": "1.1.1.1" }),
    withHeaders({ "content-encoding": "gzip" }),
    post({ body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }),
  ];
}

/**
 * Sends faulty requests to every edge function as a visitor. Then sends a valid body as every attacker who may not read
 * the victim's rows.
 */
export async function attackFunctions(target: AttackTarget): Promise<void> {
  const entries = await readdir(new URL("../../supabase/functions", import.meta.url), {
    withFileTypes: true,
  });
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map((entry) => entry.name);
  const [visitor] = target.attackers;
  if (!visitor) throw new Error("There is no visitor");
  const tries = names.flatMap((name, place) => [
    ...probesFor(name, place, target).map((probe) => ({ attacker: visitor, probe })),
    ...target.attackers
      .filter(({ mayRead }) => mayRead.size === 0)
      .map((attacker) => ({
        attacker,
        probe: {
          method: "POST",
          path: `/functions/v1/${name}`,
          headers: { "content-type": "application/json", origin: siteUrl, ...attacker.headers },
          body: JSON.stringify(wellFormed(name, target)),
        },
      })),
  ]);
  await onEach(tries, async ({ attacker, probe }) => {
    await target.ask("edge functions", attacker, { ...probe, from: someAddress() });
  });
}
