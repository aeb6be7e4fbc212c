import { useMutation } from "@tanstack/react-query";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { CallFailure } from "../call-function.ts";

interface TabOptions<What> {
  /** Makes the address, which lives for a minute. */
  sign: (what: What) => Promise<string>;
  onOpened?: () => unknown;
  /** Without it whoever reads `error` tells of it. */
  onFailed?: (error: Error) => void;
}

/** Opens files in a tab of their own, whose addresses are made at the click because they live shortly. */
export function useOpenInTab<What>({ sign, onOpened, onFailed }: TabOptions<What>) {
  const { mutate, variables, isPending, error, submittedAt } = useMutation({
    mutationFn: ({ what }: { what: What; tab: Window | null }) => sign(what),
    // Here and not at the click, because these also run when the page has moved on by then.
    onSuccess(address, { tab }) {
      (tab ?? window).location.assign(address);
      return onOpened?.();
    },
    onError(failure, { tab }) {
      tab?.close();
      onFailed?.(failure);
    },
  });
  return {
    /** Which is on its way. */
    opening: isPending ? variables.what : undefined,
    isPending,
    error,
    submittedAt,
    open(what: What) {
      // Browsers allow a new tab only during the click itself: it waits, empty, for its address.
      const tab = window.open("about:blank", "_blank");
      if (tab) tab.opener = null;
      mutate({ what, tab });
    },
  };
}

/** Says in the corner what did not work, with the function's reason where it gave one. */
export function tellFailure(title: string, error: Error): void {
  const description = error instanceof CallFailure ? error.message : "";
  showToast({
    title,
    description: description || "Por favor, tente novamente.",
    tone: "destructive",
  });
}
