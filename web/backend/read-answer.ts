import * as z from "zod/mini";
import { failureReplySchema } from "../../supabase/functions/_shared/contracts/reply.ts";
import { CallFailure, noAnswer } from "./call-failure.ts";

/**
 * What a function answered; whatever is no answer counts as none, for the `cause` that is then given.
 * @throws CallFailure
 */
export function readAnswer<Data>(
  answer: unknown,
  data: z.ZodMiniType<Data>,
  cause?: unknown,
): Data {
  const success = z.object({ ok: z.literal(true), data }).safeParse(answer);
  if (success.success) return success.data.data;
  const failure = failureReplySchema.safeParse(answer);
  throw failure.success ? new CallFailure(failure.data.error) : noAnswer(cause);
}
