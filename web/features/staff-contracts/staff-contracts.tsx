import { type ReactNode, useState } from "react";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { addDays } from "../../formats/dates.ts";
import { StatePanel } from "../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../ui/form/controls.tsx";
import { useSettled } from "../../ui/layout/hooks.ts";
import { ListAndDetail, useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import { RowList, ViewPicker } from "../../ui/layout/row-list.tsx";
import { ContractDetail, type ContractDetailProps } from "./contract-detail.tsx";
import {
  type ContractRow as Row,
  type ContractView,
  useContracts,
  useExpiries,
} from "./contract-queries.ts";
import { ContractState } from "./contract-state.tsx";
import { Whole } from "../../ui/section/facts.tsx";

const TYPING_PAUSE_MS = 300;

const views: readonly { value: ContractView; label: string }[] = [
  { value: "active", label: "Em vigor" },
  { value: "upcoming", label: "A começar" },
  { value: "expiring", label: "A vencer" },
  { value: "ending", label: "Encerramentos" },
  { value: "ended", label: "Encerrados" },
  { value: "cancelled", label: "Cancelados" },
  { value: null, label: "Todos" },
];

const texts = {
  label: "Contratos",
  loading: "Carregando contratos...",
  failed: "Não foi possível carregar os contratos",
  empty: "Nenhum contrato encontrado",
  emptyHint: "Mude a busca ou a situação para ver outros.",
  one: "contrato",
  many: "contratos",
};

interface StaffContractsProps {
  /** Shown above the list. */
  children?: ReactNode;
  /** Below the contract that is chosen. */
  renderWork: (contractId: string) => ReactNode;
  renderRenewal: ContractDetailProps["renderRenewal"];
  renderInspections: ContractDetailProps["renderInspections"];
  /** Who may release accounts may correct contracts. */
  canCorrect: boolean;
}

/** Finding contracts and acting on them. The search stays out of the address: it is of persons. */
export function StaffContracts(props: StaffContractsProps) {
  const { children, renderWork, renderRenewal, renderInspections, canCorrect } = props;
  const [view, setView] = useState<ContractView>("active");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useChosenCase();
  const [week, setWeek] = useState<string | null>(null);
  const pages = useContracts(view, useSettled(search.trim(), TYPING_PAUSE_MS), week);
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => setChosen(null)}
      detailLabel="Contrato escolhido"
      list={
        <div className="grid gap-4">
          {children}
          <search className="grid gap-4">
            <TextField
              name="search"
              type="search"
              texts={{ label: "Buscar por nome, CPF, e-mail ou número" }}
              autoComplete="off"
              maxLength={100}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <ViewPicker
              legend="Situação"
              views={views}
              shown={view}
              onShow={(wanted) => {
                setView(wanted);
                setWeek(null);
              }}
            />
            {view === "expiring" && <WeekPicker week={week} onShow={setWeek} />}
          </search>
          <RowList
            pages={pages}
            texts={texts}
            chosen={chosen}
            onChoose={setChosen}
            renderRow={(row) => <ContractRow contract={row} />}
          />
        </div>
      }
    >
      {chosen ? (
        <ContractDetail
          key={chosen}
          id={chosen}
          canCorrect={canCorrect}
          renderRenewal={renderRenewal}
          renderInspections={renderInspections}
        >
          {renderWork(chosen)}
        </ContractDetail>
      ) : (
        <StatePanel
          icon="document"
          title="Escolha um contrato"
          text="Os dados, o aceite, a carta, os documentos e o histórico aparecem aqui."
        />
      )}
    </ListAndDetail>
  );
}

interface WeekPickerProps {
  /** Its Monday; null for all of the next 30 days. */
  week: string | null;
  onShow: (week: string | null) => void;
}

/** In which of the next weeks contracts end, and how many. */
function WeekPicker({ week, onShow }: WeekPickerProps) {
  const { data = [] } = useExpiries();
  return (
    <SelectField
      name="week"
      texts={{ label: "Término na semana", placeholder: "Próximos 30 dias" }}
      choosePlaceholder="Próximos 30 dias"
      options={data.map(({ week: monday, contracts, renewed }) => ({
        value: monday,
        label: `${formatShortDate(monday)} a ${formatShortDate(addDays(monday, 6))}: ${describeExpiries(contracts, renewed)}`,
      }))}
      value={week ?? ""}
      onChange={(event) => onShow(event.target.value || null)}
    />
  );
}

function describeExpiries(contracts: number, renewed: number): string {
  const ends = `${contracts} ${contracts === 1 ? texts.one : texts.many}`;
  return renewed === 0 ? ends : `${ends} (${renewed} com renovação)`;
}

/** A line of the list. */
function ContractRow({ contract }: { contract: Row }) {
  const { tenant_name, contract_number, property_address, start_date, end_date } = contract;
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{tenant_name}</span>
        <ContractState {...contract} />
      </span>
      <span className="wrap-anywhere">{property_address}</span>
      <span className="text-xs text-muted tabular-nums">
        <Whole>{contract_number}</Whole> · {formatShortDate(start_date)} a{" "}
        {formatShortDate(end_date)}
      </span>
    </>
  );
}
