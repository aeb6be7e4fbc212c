import { type ComponentProps, type ReactNode, useState } from "react";
import { useLocation } from "react-router-dom";
import { StatePanel } from "../feedback/states.tsx";
import { TextField } from "../form/controls.tsx";
import { useSettled } from "./hooks.ts";
import { ListAndDetail, useChosenCase } from "./list-and-detail.tsx";
import type { Picking } from "./picked-rows.tsx";
import { type Pages, RowList, type RowTexts, ViewPicker } from "./row-list.tsx";

const TYPING_PAUSE_MS = 300;

/** Query parameter by which a link opens one view of a list, such as a line of the morning mail. */
const viewParameter = "lista";

type Views<View> = readonly { value: View; label: string }[];

/** Stores the chosen view of a list. The first one is that of the URL, else `first`. */
export function useView<View>(views: Views<View>, first: View) {
  const { search } = useLocation();
  const wanted = new URLSearchParams(search).get(viewParameter);
  const linked = wanted === null ? undefined : views.find(({ value }) => value === wanted);
  return useState(linked?.value ?? first);
}

/** Stores a list's filter and search. The search stays out of the URL, because searches name people. */
export function useCaseFilter<View>(views: Views<View>, first: View) {
  const [view, setView] = useView(views, first);
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim(), TYPING_PAUSE_MS);
  return { view, setView, typed, setTyped, search };
}

interface CaseScreenProps<View, Row> {
  filter: ReturnType<typeof useCaseFilter<View>>;
  views: Views<View>;
  pages: Pages<Row>;
  texts: RowTexts & {
    /** Label of the search field. Without a label the list has no search. */
    search?: string;
    /** Accessible name of the area that shows the chosen row's detail. */
    detail: string;
  };
  children?: ReactNode;
  /** Adds a checkbox to each row, for an action on several rows. */
  picking?: Picking | undefined;
  renderRow: (row: Row) => ReactNode;
  invitation: Pick<ComponentProps<typeof StatePanel>, "icon" | "title" | "text">;
  renderDetail: (id: string) => ReactNode;
}

export function CaseScreen<View, Row extends { id: string }>(props: CaseScreenProps<View, Row>) {
  const { filter, views, pages, texts, children, renderRow, picking, invitation, renderDetail } =
    props;
  const [chosen, choose] = useChosenCase();
  const filters = (
    <>
      {texts.search && (
        <TextField
          name="search"
          type="search"
          texts={{ label: texts.search }}
          autoComplete="off"
          maxLength={100}
          value={filter.typed}
          onChange={(event) => filter.setTyped(event.target.value)}
        />
      )}
      <ViewPicker legend="Situação" views={views} shown={filter.view} onShow={filter.setView} />
      {children}
    </>
  );
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => choose(null)}
      detailLabel={texts.detail}
      list={
        <div className="grid gap-4">
          {texts.search ? <search className="grid gap-4">{filters}</search> : filters}
          <RowList
            pages={pages}
            texts={texts}
            chosen={chosen}
            onChoose={choose}
            renderRow={renderRow}
            picking={picking}
          />
        </div>
      }
    >
      {chosen ? renderDetail(chosen) : <StatePanel {...invitation} />}
    </ListAndDetail>
  );
}
