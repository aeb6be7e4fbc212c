import * as z from "zod/mini";
import { atLeast } from "../_shared/at-least.ts";
import {
  contractSignInSchema,
  type ContractSession,
} from "../_shared/contracts/contract-sign-in.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, rateLimited } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "auth" | "callerAddress" | "hashAddress" | "log" | "now" | "wait"
>;

/** Failures after which the answer no longer tells which of the two was wrong. */
const specificFailures = 3;

/** Longer than checking a password takes: an unknown number must not be answered faster. */
const sameTimeMilliseconds = 500;

const openedSchema = z.object({
  attempt_id: z.nullable(z.uuid()),
  auth_email: z.nullable(z.string()),
  /** Failures of this number or address before this attempt. */
  failures: z.number(),
  wait_seconds: z.number(),
});

/** Opens a contract with its number and password and hands back a session. */
export function createHandler(parts: Needed): Handler {
  async function openAttempt(contractNumber: string, addressHash: string) {
    const opened = await parts
      .callDatabase("open_contract_sign_in", {
        contract_number: contractNumber,
        address_hash: addressHash,
      })
      .catch(() => {
        throw new RequestFailure(503, "unavailable", "Erro ao buscar contrato");
      });
    return openedSchema.parse(opened);
  }

  async function signIn(contractNumber: string, password: string, call: Request) {
    const address = parts.callerAddress(call);
    // The attempt is on record as failed before the password is tried.
    const attempt = await openAttempt(contractNumber, await parts.hashAddress(address));
    if (attempt.wait_seconds > 0) throw rateLimited(attempt.wait_seconds);

    const account = attempt.auth_email;
    const session = account === null ? null : await tryPassword(account, attempt.attempt_id);
    if (session === null) throw refusal(account !== null, attempt.failures);
    await settle("confirm_contract_sign_in", attempt.attempt_id);
    return session;

    async function tryPassword(email: string, attemptId: string | null) {
      try {
        return await parts.auth.signIn(email, password, address);
      } catch (error) {
        // Nobody said that the password was wrong: an outage must not use up the tries.
        await settle("withdraw_contract_sign_in", attemptId);
        throw error;
      }
    }
  }

  // An attempt that stays on record as failed only counts against its owner for a while.
  async function settle(
    how: "confirm_contract_sign_in" | "withdraw_contract_sign_in",
    attemptId: string | null,
  ): Promise<void> {
    await parts
      .callDatabase(how, { attempt_id: attemptId })
      .catch(() => parts.log({ function: "sign-in-contract", event: "attempt-not-settled" }));
  }

  return createEndpoint(parts.publicGate, {
    name: "sign-in-contract",
    schema: contractSignInSchema,
    answer: ({ contractNumber, password }, call): Promise<ContractSession> =>
      atLeast(parts, sameTimeMilliseconds, () => signIn(contractNumber, password, call)),
  });
}

function refusal(known: boolean, earlierFailures: number): RequestFailure {
  if (earlierFailures >= specificFailures) {
    return new RequestFailure(401, "wrong_credentials", "Número do contrato ou senha incorretos.");
  }
  return known
    ? new RequestFailure(401, "wrong_credentials", "Senha incorreta")
    : new RequestFailure(404, "unknown_contract", "Contrato não encontrado");
}
