import { randomUUID } from "node:crypto";
import { z } from "zod";
import { insufficientPermissions, malformed, notImitated } from "../api-error.ts";
import { actionSchema, applyAction, imitatedActions } from "../../documents/apply-actions.ts";
import { applyMutations, checkShape, mutationsSchema } from "../../documents/mutations.ts";
import {
  type Lake,
  type RequestContext,
  accountOf,
  check,
  isTrue,
  readJson,
  post,
} from "../endpoint.ts";
import { type LocalAccount, mayWrite } from "../../local-accounts.ts";
import { beginTransaction, type PendingTransaction } from "../../documents/pending-transaction.ts";
import type { Transaction } from "../../documents/document.ts";
import {
  applyReleaseAction,
  imitatedReleaseActions,
  releaseActionSchema,
} from "../../documents/releases.ts";
import type { Store } from "../../store.ts";
import { checkReferences } from "../../documents/references.ts";

const transactionId = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,128}$/)
  .optional();

const mutateSchema = z.object({ mutations: mutationsSchema, transactionId });

const actionsSchema = z.object({
  actions: z.array(z.looseObject({ actionType: z.string() })).min(1),
  transactionId,
  dryRun: z.boolean().optional(),
});

async function mutate(context: RequestContext, lake: Lake): Promise<Response> {
  const { mutations, transactionId: id = randomUUID() } = await readJson(
    context.req.raw,
    mutateSchema,
  );
  const transaction = beginTransaction(lake.store.documents, id);
  const results = applyMutations(transaction, mutations, {
    autoGenerateArrayKeys: isTrue(context, "autoGenerateArrayKeys"),
  });
  finish(lake, transaction, accountOf(context), isTrue(context, "dryRun"));
  const withDocuments = isTrue(context, "returnDocuments");
  return context.json({
    transactionId: id,
    results: results.map((result) => ({
      ...result,
      ...(withDocuments && { document: transaction.read(result.id) ?? null }),
    })),
  });
}

async function act(context: RequestContext, lake: Lake): Promise<Response> {
  const request = await readJson(context.req.raw, actionsSchema);
  const steps = request.actions.map((action) => readAction(action, lake.store));
  const transaction = beginTransaction(lake.store.documents, request.transactionId ?? randomUUID());
  for (const step of steps) step(transaction);
  finish(lake, transaction, accountOf(context), request.dryRun ?? false);
  return context.json({ transactionId: transaction.id });
}

/** Returns a function that applies an action. Throws 400 for a malformed and 501 for an unsupported action. */
function readAction(
  action: { actionType: string; [attribute: string]: unknown },
  store: Store,
): (transaction: PendingTransaction) => void {
  const { actionType } = action;
  if (!actionType.startsWith("sanity.action.")) {
    throw malformed(`"${actionType}" is not an action type`);
  }
  if (isOneOf(actionType, imitatedReleaseActions)) {
    const releaseAction = check(action, releaseActionSchema);
    return (transaction) => applyReleaseAction(transaction, releaseAction, store);
  }
  if (!isOneOf(actionType, imitatedActions)) throw notImitated(`the action ${actionType}`);
  if (action["purge"] === true) throw notImitated("the purging of history");
  const documentAction = check(action, actionSchema);
  return (transaction) => applyAction(transaction, documentAction);
}

function isOneOf(actionType: string, known: readonly string[]): boolean {
  return known.includes(actionType);
}

/** Commits a transaction. Transactions would overlap if an `await` came between the first read and this call. */
function finish(
  lake: Lake,
  pending: PendingTransaction,
  account: LocalAccount,
  dryRun: boolean,
): void {
  const transaction = pending.finish(account.id);
  checkGrants(transaction, account);
  for (const { after } of transaction.changes) checkShape(after);
  checkReferences(pending, transaction);
  if (!dryRun && transaction.changes.length > 0) lake.store.commit(transaction);
}

/** Throws 403 when a transaction changes documents that its author may only read. */
function checkGrants({ changes }: Transaction, account: LocalAccount): void {
  for (const { before, after } of changes) {
    for (const document of [before, after]) {
      if (document && !mayWrite(account, document._type)) {
        throw insufficientPermissions(before ? "update" : "create");
      }
    }
  }
}

export const mutationEndpoints = [
  post("/data/mutate/:dataset", "editor", mutate),
  post("/data/actions/:dataset", "editor", act),
];
