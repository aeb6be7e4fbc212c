import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Icon } from "../brand/icons.tsx";
import { Spinner, StatePanel } from "../feedback/states.tsx";

interface ListAndDetailProps {
  list: ReactNode;
  /** Id of the row whose detail is shown; null for none. */
  chosen: string | null;
  onBack: () => void;
  /** Accessible name of the detail. */
  detailLabel: string;
  /** The detail of the chosen row; what there is to see without one. */
  children: ReactNode;
}

/** Id of the control that chooses a row. */
export const rowId = (id: string) => `linha-${id}`;

/**
 * A list with what is chosen in it beside it; on a phone one takes the place of the other. Choosing
 * takes the focus to the detail, Escape or the way back return it to the row.
 */
export function ListAndDetail(props: ListAndDetailProps) {
  const { list, chosen, onBack, detailLabel, children } = props;
  const detail = useRef<HTMLElement>(null);
  const chosenBefore = useRef(chosen);
  const goBack = useDetailInHistory(chosen !== null, onBack);

  useEffect(() => {
    const before = chosenBefore.current;
    chosenBefore.current = chosen;
    if (chosen === before) return;
    if (chosen) {
      detail.current?.focus({ preventScroll: true });
      detail.current?.scrollIntoView({ block: "nearest" });
    } else if (before) document.getElementById(rowId(before))?.focus();
  }, [chosen]);

  function goBackOnEscape(event: KeyboardEvent): void {
    // A dialog or a menu inside closes itself first.
    if (event.key !== "Escape" || event.defaultPrevented || !chosen) return;
    if (event.target instanceof Element && event.target.closest("dialog, input, textarea")) return;
    document.getElementById(rowId(chosen))?.focus();
  }

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(19rem,25rem)_minmax(0,1fr)] lg:items-start">
      <div className={`min-w-0 ${chosen ? "max-lg:hidden" : ""}`}>{list}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={detail}
        tabIndex={-1}
        aria-label={detailLabel}
        className={`min-w-0 scroll-mt-20 ${chosen ? "" : "max-lg:hidden"}`}
        onKeyDown={goBackOnEscape}
      >
        {chosen && (
          <button type="button" className="btn btn-link mb-2 px-0 lg:hidden" onClick={goBack}>
            <Icon name="arrow" className="size-5 rotate-180" />
            Voltar à lista
          </button>
        )}
        {children}
      </section>
    </div>
  );
}

/** What an address has while a detail is open. It does not say which: that is nobody else's. */
const detailHash = "#detalhe";

/**
 * Gives an open detail an entry of its own in the history: on a phone it covers the list, and the
 * way back of the browser leads to the list, not out of the page.
 *
 * @param onBack Closes the detail.
 * @returns what a button that closes it calls.
 */
function useDetailInHistory(isOpen: boolean, onBack: () => void): () => void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const before = useRef({ isOpen: false, hash });

  useEffect(() => {
    const { isOpen: wasOpen, hash: formerHash } = before.current;
    before.current = { isOpen, hash };
    const isThere = hash === detailHash;
    if (isOpen === isThere) return;
    if (isOpen && wasOpen && formerHash === detailHash) onBack();
    else if (isOpen && !wasOpen)
      void navigate({ search, hash: detailHash }, { preventScrollReset: true });
    // Closed by another list, or an address that was loaded anew.
    else if (!isOpen)
      void navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
  }, [isOpen, hash, search, navigate, onBack]);

  return () => (hash === detailHash ? void navigate(-1) : onBack());
}

interface DetailStateProps {
  isError: boolean;
  isFetching: boolean;
  onRetry: () => void;
  loading: string;
  failed: string;
}

/** What stands in the place of a detail that is not there yet. */
export function DetailState({ isError, isFetching, onRetry, loading, failed }: DetailStateProps) {
  if (!isError) return <Spinner label={loading} />;
  return (
    <StatePanel icon="bell" title={failed} text="Confira sua conexão e tente novamente.">
      <button type="button" className="btn btn-primary" disabled={isFetching} onClick={onRetry}>
        Tentar novamente
      </button>
    </StatePanel>
  );
}
