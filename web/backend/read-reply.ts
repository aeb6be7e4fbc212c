import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import { DataFailure, type DataFailureReason } from "./data-failure.ts";

/** The data of a reply. @throws DataFailure */
export function readReply<Data>(reply: PostgrestSingleResponse<Data>): Data {
  if (reply.error) throw new DataFailure(reasonOf(reply.status), reply.error.message);
  return reply.data;
}

function reasonOf(status: number): DataFailureReason {
  if (status === 401) return "session-ended";
  // What SQL raises as PT409 is a sentence for whoever asked.
  if (status === 409) return "refused";
  return status === 403 ? "forbidden" : "unavailable";
}
