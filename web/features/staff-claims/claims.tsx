import { type ReactNode, useState } from "react";
import {
  formatCurrency,
  formatShortDate,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  type ClaimQueue,
  type ClaimRow,
  claimQueueTitles,
  claimQueues,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { StatePanel } from "../../ui/feedback/states.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { useSettled } from "../../ui/layout/hooks.ts";
import { ListAndDetail, useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import { RowList, ViewPicker } from "../../ui/layout/row-list.tsx";
import { Whole } from "../../ui/section/facts.tsx";
import { ClaimSheet, type ClaimSheetProps } from "./claim-sheet.tsx";
import { useClaims } from "./claim-queries.ts";
import { ClaimStatus, describeTurn } from "./claim-state.tsx";

const TYPING_PAUSE_MS = 300;

const views = claimQueues.map((value) => ({ value, label: claimQueueTitles[value] }));

const texts = {
  label: "Acionamentos",
  loading: "Carregando acionamentos...",
  failed: "Não foi possível carregar os acionamentos",
  empty: "Nenhum acionamento aqui",
  emptyHint: "Mude a busca ou a situação para ver outros.",
  one: "acionamento",
  many: "acionamentos",
};

interface StaffClaimsProps extends Omit<ClaimSheetProps, "id" | "children"> {
  /** Below the claim that is chosen, of its contract. */
  renderWork: (contractId: string) => ReactNode;
}

/** What landlords ask of the guarantee, the most pressing first. The search stays out of the address. */
export function StaffClaims({ renderWork, ...sheet }: StaffClaimsProps) {
  const [view, setView] = useState<ClaimQueue>("staff");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useChosenCase();
  const pages = useClaims(view, useSettled(search.trim(), TYPING_PAUSE_MS));
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => setChosen(null)}
      detailLabel="Acionamento escolhido"
      list={
        <div className="grid gap-4">
          <search className="grid gap-4">
            <TextField
              name="search"
              type="search"
              texts={{ label: "Buscar por nome, protocolo ou número do contrato" }}
              autoComplete="off"
              maxLength={100}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <ViewPicker legend="Situação" views={views} shown={view} onShow={setView} />
          </search>
          <RowList
            pages={pages}
            texts={texts}
            chosen={chosen}
            onChoose={setChosen}
            renderRow={(row) => <Row claim={row} />}
          />
        </div>
      }
    >
      {chosen ? (
        <ClaimSheet key={chosen} id={chosen} {...sheet}>
          {renderWork}
        </ClaimSheet>
      ) : (
        <StatePanel
          icon="shield"
          title="Escolha um acionamento"
          text="Os itens, as provas dos dois lados, a decisão, o pagamento e o histórico aparecem aqui."
        />
      )}
    </ListAndDetail>
  );
}

/** A line of the list. */
function Row({ claim }: { claim: ClaimRow }) {
  const { tenant_name, landlord_name, protocol, stage, asked, granted, opened_at } = claim;
  const turn = describeTurn(claim.turn, claim.until, claim.is_overdue);
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{tenant_name}</span>
        <ClaimStatus stage={stage} isOverdue={claim.is_overdue} />
      </span>
      <span className="wrap-anywhere">
        {formatCurrency(granted ?? asked)} {granted === null ? "pedidos por" : "aceitos para"}{" "}
        {landlord_name}
      </span>
      <span className="text-xs text-muted tabular-nums">
        <Whole>{protocol}</Whole> · {turn || `aberto em ${formatShortDate(opened_at.slice(0, 10))}`}
      </span>
    </>
  );
}
