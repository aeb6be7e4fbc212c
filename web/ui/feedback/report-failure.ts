import { sentenceOf } from "../form/form-failure.ts";
import { showToast } from "./show-toast.tsx";

/** Shows a toast about a failure, including the server's error message if the server sent one. */
export function reportFailure(
  title: string,
  error?: unknown,
  otherwise = "Por favor, tente novamente.",
): void {
  showToast({ title, description: sentenceOf(error) || otherwise, tone: "destructive" });
}
