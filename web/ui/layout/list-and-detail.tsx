import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Icon } from "../brand/icons.tsx";
import { CopyButton } from "../feedback/copy-button.tsx";
import { Spinner, StatePanel } from "../feedback/states.tsx";

interface ListAndDetailProps {
  list: ReactNode;
  /** Id of the row whose detail is open; null for none. */
  chosen: string | null;
  /** Id of what is shown without a choice, where a list shows its first. */
  shown?: string | null;
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
  const { list, chosen, shown = chosen, onBack, detailLabel, children } = props;
  const { pathname } = useLocation();
  const detail = useRef<HTMLElement>(null);
  const chosenBefore = useRef(chosen);

  useEffect(() => {
    const before = chosenBefore.current;
    chosenBefore.current = chosen;
    if (chosen === before) return;
    if (chosen) {
      detail.current?.focus({ preventScroll: true });
      detail.current?.scrollIntoView({ block: "nearest" });
    } else if (before && mayTakeFocus(detail.current)) {
      document.getElementById(rowId(before))?.focus();
    }
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
        {shown && (
          <p className="mb-2 flex min-h-10 flex-wrap items-center gap-x-4">
            {chosen && (
              <button type="button" className="btn btn-link px-0 lg:hidden" onClick={onBack}>
                <Icon name="arrow" className="size-5 rotate-180" />
                Voltar à lista
              </button>
            )}
            <CopyButton
              key={shown}
              text={() => new URL(casePath(pathname, shown), location.href).href}
              texts={addressTexts}
              className="btn-link ms-auto px-0"
            />
          </p>
        )}
        {children}
      </section>
    </div>
  );
}

/**
 * Only from the detail that has gone: whoever began to type in the search keeps the cursor there, or
 * the next letter would be taken for a shortcut.
 */
function mayTakeFocus(detail: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (detail?.contains(activeElement) ?? false);
}

/** A row's own id, which names nobody: who may see what it is about, the database says. */
const caseHash = /^#((?:[a-z]+-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/**
 * Which detail is open: the address says it, so that it can be sent to a colleague. An open detail has
 * one entry in the history, after the list's: on a phone it covers the list, and the way back of the
 * browser leads to the list, not out of the page.
 *
 * @returns the id, with a kind and a hyphen before it where a list has several kinds; null for none;
 *   and what opens another one, or with null none.
 */
export function useChosenCase(): readonly [string | null, (id: string | null) => void] {
  const location = useLocation();
  const { hash, search, key } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const left = useRef<string>(undefined);
  const chosen = caseHash.exec(hash)?.[1] ?? null;
  const isFromList = state === fromList;

  function choose(id: string | null): void {
    if (id === chosen) return;
    if (id === null && isFromList) {
      // Going back takes a moment; asked twice, it would leave the list too.
      if (left.current !== key) void navigate(-1);
      left.current = key;
    } else {
      void navigate(
        { search, hash: id ?? "" },
        {
          replace: chosen !== null,
          preventScrollReset: true,
          state: id && (chosen === null || isFromList) ? fromList : null,
        },
      );
    }
  }
  return [chosen, choose];
}

/** The mark of an entry that was added after the list's. */
const fromList = "aberto-na-lista";

/** Stands before the id of a partner, whose screen lists requests too. */
export const partnerMark = "parceiro-";

/** The address of a case on the screen that lists it. */
export const casePath = (screen: string, id: string) => `${screen}#${id}`;

const addressTexts = { copyLabel: "Copiar endereço", copiedLabel: "Endereço copiado" };

interface DetailStateProps {
  isError: boolean;
  /** Whether there is none with this id, so that asking again is no use. */
  isMissing: boolean;
  isFetching: boolean;
  onRetry: () => void;
  loading: string;
  failed: string;
}

/** What stands in the place of a detail that is not there yet. */
export function DetailState(props: DetailStateProps) {
  const { isError, isMissing, isFetching, onRetry, loading, failed } = props;
  if (isMissing) {
    return (
      <StatePanel
        icon="search"
        title="Nada com este endereço"
        text="O que ele mostrava foi apagado, nunca existiu ou não pode ser visto com a sua conta. Confira o endereço com quem o enviou."
      />
    );
  }
  if (!isError) return <Spinner label={loading} />;
  return (
    <StatePanel icon="bell" title={failed} text="Confira sua conexão e tente novamente.">
      <button type="button" className="btn btn-primary" disabled={isFetching} onClick={onRetry}>
        Tentar novamente
      </button>
    </StatePanel>
  );
}
