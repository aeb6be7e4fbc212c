import { StatusBadge } from "../../ui/feedback/states.tsx";

/** Whether a message waits for an answer. */
export function MessageStatus({ status }: { status: string }) {
  if (status === "answered") return <StatusBadge tone="good">Respondida</StatusBadge>;
  return <StatusBadge tone="waiting">A responder</StatusBadge>;
}
