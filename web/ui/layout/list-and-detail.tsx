import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../brand/icon.tsx";
import { useDetailInHistory } from "./use-detail-in-history.ts";

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
