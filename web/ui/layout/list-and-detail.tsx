import { type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Icon } from "../brand/icons.tsx";
import { Button } from "../feedback/button.tsx";
import { CopyButton } from "../feedback/copy-button.tsx";
import { type FollowForm, TypedTextContext } from "../form/typed-text.ts";

interface ListAndDetailProps {
  list: ReactNode;
  /** Id of the row whose detail is open; null when none is open. */
  chosen: string | null;
  /** Id of the shown detail. It differs from `chosen` in lists that show their first row before a choice. */
  shown?: string | null;
  onBack: () => void;
  detailLabel: string;
  /** Detail of the chosen row, or the content shown while no row is chosen. */
  children: ReactNode;
}

export const rowId = (id: string) => `linha-${id}`;

/**
 * Shows a list with a detail, which replaces the list on a phone. Choosing a row focuses the detail. Escape, or closing
 * the detail, moves the focus back to the row.
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
    // Open dialogs and menus inside the detail handle the Escape key first.
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
              <Button className="btn-link px-0 lg:hidden" onClick={onBack}>
                <Icon name="arrow" className="size-5 rotate-180" />
                Voltar à lista
              </Button>
            )}
            <CopyButton
              key={shown}
              text={() => new URL(casePath(pathname, shown), location.href).href}
              texts={addressTexts}
              className="btn-link ms-auto px-0"
            />
          </p>
        )}
        <TypedTextAbout id={shown}>{children}</TypedTextAbout>
      </section>
    </div>
  );
}

interface TypedTextAboutProps {
  /** Id of a case or of another record; null for none. */
  id: string | null;
  children: ReactNode;
}

/** Keeps the text that somebody types in the forms below apart from text about other cases. */
export function TypedTextAbout({ id, children }: TypedTextAboutProps) {
  const follow = useContext(TypedTextContext);
  const followAbout = useMemo<FollowForm | null>(
    () => follow && ((form, place) => follow(form, [id ?? "", ...place])),
    [follow, id],
  );
  return <TypedTextContext value={followAbout}>{children}</TypedTextContext>;
}

/** Returns true when the focus is in the detail or nowhere. A search field, for example, must not lose the focus. */
function mayTakeFocus(detail: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (detail?.contains(activeElement) ?? false);
}

/** Matches a fragment with a row's id. The URL may show the id, because ids name no person and grant no access. */
const caseHash = /^#((?:[a-z]+-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** Returns a URL's fragment when it names a case; an empty text for any other fragment, which may be a secret. */
export const caseHashOf = (hash: string) => (caseHash.test(hash) ? hash : "");

/**
 * Returns the id of the open detail from the URL, and a function that opens another detail or, given null, closes the
 * detail. Opening adds a history entry, so that a phone's back button returns to the list. The function does nothing
 * after the screen was left: an undo button in a notice stays on the next screen, whose URL must not change.
 */
export function useChosenCase(): readonly [string | null, (id: string | null) => void] {
  const location = useLocation();
  const { hash, search, key } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const left = useRef<string>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const chosen = caseHash.exec(hash)?.[1] ?? null;
  const isFromList = state === fromList;

  function choose(id: string | null): void {
    if (id === chosen || !isShown.current) return;
    if (id === null && isFromList) {
      // Going back takes a moment. A second call during this time would go back once more and leave the list.
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

/** State of a history entry that was added when a detail was opened from the list. */
const fromList = "aberto-na-lista";

/** Prefix of partner ids in URLs. It distinguishes them from ids of partnership requests on the same screen. */
export const partnerMark = "parceiro-";

/** Prefix of ids of landlords' addresses in URLs. It distinguishes them from ids of contracts on the same screen. */
export const addressMark = "email-";

export const casePath = (screen: string, id: string) => `${screen}#${id}`;

const addressTexts = { copyLabel: "Copiar endereço", copiedLabel: "Endereço copiado" };
