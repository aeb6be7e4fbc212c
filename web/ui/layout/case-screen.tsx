import { type ComponentProps, type ReactNode, useState } from "react";
import { StatePanel } from "../feedback/states.tsx";
import { TextField } from "../form/controls.tsx";
import { useSettled } from "./hooks.ts";
import { ListAndDetail, useChosenCase } from "./list-and-detail.tsx";
import { type Pages, RowList, type RowTexts, ViewPicker } from "./row-list.tsx";

const TYPING_PAUSE_MS = 300;

/** Stores a list's filter and search. The search stays out of the URL, because searches name people. */
export function useCaseFilter<View>(first: View) {
  const [view, setView] = useState(first);
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim(), TYPING_PAUSE_MS);
  return { view, setView, typed, setTyped, search };
}

interface CaseScreenProps<View, Row> {
  filter: ReturnType<typeof useCaseFilter<View>>;
  views: readonly { value: View; label: string }[];
  pages: Pages<Row>;
  texts: RowTexts & {
    /** Label of the search field. Without a label the list has no search. */
    search?: string;
    /** Accessible name of the area that shows the chosen row's detail. */
    detail: string;
  };
  children?: ReactNode;
  renderRow: (row: Row) => ReactNode;
  invitation: Pick<ComponentProps<typeof StatePanel>, "icon" | "title" | "text">;
  renderDetail: (id: string) => ReactNode;
}

export function CaseScreen<View, Row extends { id: string }>(props: CaseScreenProps<View, Row>) {
  const { filter, views, pages, texts, children, renderRow, invitation, renderDetail } = props;
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
          />
        </div>
      }
    >
      {chosen ? renderDetail(chosen) : <StatePanel {...invitation} />}
    </ListAndDetail>
  );
}
