import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { QueryState } from "../feedback/query-state.tsx";
import { Button } from "../feedback/button.tsx";
import { SpinnerRing, StatePanel } from "../feedback/states.tsx";
import { rowId } from "./list-and-detail.tsx";
import type { Picking } from "./picked-rows.tsx";

/** Rows of a list that is loaded page by page. */
export interface Pages<Row> {
  /** Rows loaded so far; undefined until the first page is loaded. */
  rows: readonly Row[] | undefined;
  isError: boolean;
  error: Error | null;
  isFetching: boolean;
  /** True while the list still shows the rows of the previous query. */
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ isError: boolean }>;
  refetch: () => Promise<unknown>;
}

export interface RowTexts {
  label: string;
  loading: string;
  failed: string;
  empty: string;
  emptyHint: string;
  /** Singular of the noun for a row, such as contrato. `many` is the plural, such as contratos. */
  one: string;
  many: string;
}

interface RowListProps<Row> {
  pages: Pages<Row>;
  texts: RowTexts;
  chosen: string | null;
  onChoose: (id: string) => void;
  renderRow: (row: Row) => ReactNode;
  /** Adds a checkbox to each row, for an action on several rows. */
  picking?: Picking | undefined;
}

export function RowList<Row extends { id: string }>(props: RowListProps<Row>) {
  const { pages, texts, chosen, onChoose, renderRow, picking } = props;
  const { rows, isError, isPlaceholderData, hasNextPage, isFetchingNextPage } = pages;
  const { list, showMore } = useAddedPages<HTMLUListElement>(
    rows?.length ?? 0,
    pages.fetchNextPage,
  );

  if (!rows) return <QueryState query={pages} loading={texts.loading} failed={texts.failed} />;
  return (
    <section aria-label={texts.label} aria-busy={isPlaceholderData}>
      <div className="mb-2 flex min-h-6 items-center gap-3 text-sm">
        <output>{describeCount(rows.length, hasNextPage, texts)}</output>
        {isPlaceholderData && <SpinnerRing className="size-4" />}
      </div>
      {isError && (
        <div role="alert" className="alert alert-error alert-soft mb-4 rounded-md">
          <p className="font-semibold">A lista pode estar desatualizada.</p>
          <Button onClick={() => void pages.refetch()}>Atualizar</Button>
        </div>
      )}
      {rows.length === 0 ? (
        <StatePanel icon="search" title={texts.empty} text={texts.emptyHint} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul
          ref={list}
          className={`row-list divide-y divide-sand-200 overflow-hidden rounded-md border border-base-300 bg-base-100 transition-opacity ${isPlaceholderData ? "opacity-60" : ""}`}
          onKeyDown={moveWithArrows}
        >
          {rows.map((row) => (
            <li key={row.id} tabIndex={-1} className={picking && "flex"}>
              {picking && (
                <label className="flex items-center ps-3">
                  <span id={`marcar-${row.id}`} className="sr-only">
                    Marcar
                  </span>
                  <input
                    type="checkbox"
                    className="checkbox"
                    checked={picking.picked.includes(row.id)}
                    onChange={(event) => picking.pick(row.id, event.target.checked)}
                    aria-labelledby={`marcar-${row.id} ${rowId(row.id)}`}
                  />
                </label>
              )}
              <button
                type="button"
                id={rowId(row.id)}
                className="grid min-h-12 w-full cursor-pointer gap-0.5 border-l-4 border-l-transparent px-3.5 py-2.5 text-left text-sm hover:bg-sand-50 focus-visible:-outline-offset-3 [&[aria-current]]:border-l-petrol-600 [&[aria-current]]:bg-petrol-50"
                aria-current={row.id === chosen ? "true" : undefined}
                onClick={() => onChoose(row.id)}
              >
                {renderRow(row)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button
            isBusy={isFetchingNextPage}
            disabled={isFetchingNextPage || isPlaceholderData}
            onClick={() => void showMore()}
          >
            Carregar mais
          </Button>
        </div>
      )}
    </section>
  );
}

function describeCount(count: number, hasMore: boolean, { one, many }: RowTexts) {
  if (count === 0) return "";
  return `${count}${hasMore ? "+" : ""} ${count === 1 && !hasMore ? one : many}`;
}

function moveWithArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const focused = buttons.findIndex((button) => button === document.activeElement);
  const next = buttons[focused + step];
  if (focused === -1 || !next) return;
  event.preventDefault();
  next.focus();
}

interface AddedPages<Element> {
  /** Ref of the element whose children are the rows of the list. */
  list: RefObject<Element | null>;
  showMore: () => Promise<void>;
}

/** Loads further rows and focuses the first new one. Rows must be focusable. @param shown number of rows shown now */
export function useAddedPages<Element extends HTMLElement>(
  shown: number,
  fetchNextPage: () => Promise<{ isError: boolean }>,
): AddedPages<Element> {
  const list = useRef<Element>(null);
  const shownBefore = useRef<number>(undefined);

  useEffect(() => {
    const index = shownBefore.current;
    if (index === undefined || shown <= index) return;
    shownBefore.current = undefined;
    const firstNew = list.current?.children[index];
    if (firstNew instanceof HTMLElement) firstNew.focus();
  }, [shown]);

  async function showMore(): Promise<void> {
    shownBefore.current = shown;
    const { isError } = await fetchNextPage();
    if (isError) shownBefore.current = undefined;
  }

  return { list, showMore };
}

interface ViewPickerProps<View> {
  legend: string;
  views: readonly { value: View; label: string }[];
  shown: View;
  onShow: (view: View) => void;
}

export function ViewPicker<View>({ legend, views, shown, onShow }: ViewPickerProps<View>) {
  return (
    <fieldset className="tabs tabs-box max-sm:grid max-sm:grid-cols-2 lg:[&>.tab]:px-2 lg:[&>.tab]:text-xs">
      <legend className="sr-only">{legend}</legend>
      {views.map(({ value, label }) => (
        <label key={label} className="tab">
          <input
            type="radio"
            name={legend}
            checked={value === shown}
            onChange={() => onShow(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
