import { type ReactNode, useState } from "react";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { addDays } from "../../../formats/dates.ts";
import { useLack } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { PickedActions, usePicking } from "../../../ui/layout/picked-rows.tsx";
import { SelectField } from "../../../ui/form/controls.tsx";
import { CaseScreen, useCaseFilter } from "../../../ui/layout/case-screen.tsx";
import { addressMark } from "../../../ui/layout/list-and-detail.tsx";
import type { StaffTextsQueryResult } from "../../../content/sanity.types.ts";
import {
  AddressRow,
  AddressSheet,
  useAddressRows,
} from "../../../features/landlords/staff/addresses-to-check.tsx";
import { ContractDetail } from "./contract-detail.tsx";
import {
  type ContractRow as Row,
  type ContractView,
  useContracts,
  useExpiries,
} from "../../../features/leases/staff/contract-queries.ts";
import { useRemindOfEnds } from "../../../features/payments/staff/payment-actions.ts";
import { ContractState } from "../../../features/leases/staff/contract-state.tsx";
import { Whole } from "../../../ui/section/facts.tsx";

/** View of contracts, or the landlords' addresses that staff have to check. */
type View = ContractView | "addresses";

const views: readonly { value: View; label: string }[] = [
  { value: "active", label: "Em vigor" },
  { value: "mine", label: "Meus" },
  { value: "upcoming", label: "A começar" },
  { value: "expiring", label: "A vencer" },
  { value: "ending", label: "Encerramentos" },
  { value: "addresses", label: "E-mails a conferir" },
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
  search: "Buscar por nome, CPF, e-mail ou número",
  detail: "Contrato escolhido",
};

const addressTexts = {
  label: "E-mails a conferir",
  loading: "Carregando e-mails...",
  failed: "Não foi possível carregar os e-mails a conferir",
  empty: "Nenhum e-mail a conferir",
  emptyHint: "Aqui aparecem os e-mails de locadores que um locatário informou.",
  one: "e-mail",
  many: "e-mails",
  detail: "E-mail escolhido",
};

interface StaffContractsProps {
  texts: NonNullable<StaffTextsQueryResult>;
}

export function StaffContracts({ texts: words }: StaffContractsProps) {
  const filter = useCaseFilter<View>(views, "active");
  const renderDetail = (id: string) =>
    id.startsWith(addressMark) ? (
      <AddressSheet key={id} id={id.slice(addressMark.length)} />
    ) : (
      <ContractDetail key={id} id={id} texts={words} />
    );
  return filter.view === "addresses" ? (
    <AddressesScreen filter={filter} renderDetail={renderDetail} />
  ) : (
    <ContractsScreen filter={filter} view={filter.view} renderDetail={renderDetail} />
  );
}

interface ScreenProps {
  filter: ReturnType<typeof useCaseFilter<View>>;
  renderDetail: (id: string) => ReactNode;
}

function ContractsScreen({ filter, view, renderDetail }: ScreenProps & { view: ContractView }) {
  const { setView, search } = filter;
  const [week, setWeek] = useState<string | null>(null);
  const pages = useContracts(view, search, week);
  const picking = usePicking(`${view} ${search} ${week}`);
  const lack = useLack("contracts");
  const mayPick = view === "expiring" && lack === undefined;
  return (
    <CaseScreen
      picking={mayPick ? picking : undefined}
      filter={{
        ...filter,
        setView(wanted) {
          setView(wanted);
          setWeek(null);
        },
      }}
      views={views}
      pages={pages}
      texts={texts}
      renderRow={(row) => <ContractRow contract={row} />}
      invitation={{
        icon: "document",
        title: "Escolha um contrato",
        text: "Os dados, o aceite, a carta, os documentos e o histórico aparecem aqui.",
      }}
      renderDetail={renderDetail}
    >
      {view === "expiring" && <WeekPicker week={week} onShow={setWeek} />}
      {mayPick && (
        <PickedActions picking={picking} shown={pages.rows?.map(({ id }) => id) ?? []}>
          {(ids) => <RemindOfEnds ids={ids} onDone={picking.clear} />}
        </PickedActions>
      )}
    </CaseScreen>
  );
}

function AddressesScreen({ filter, renderDetail }: ScreenProps) {
  return (
    <CaseScreen
      filter={filter}
      views={views}
      pages={useAddressRows()}
      texts={addressTexts}
      renderRow={(row) => <AddressRow row={row} />}
      invitation={{
        icon: "mail",
        title: "Escolha um e-mail",
        text: "O que comparar com o que o locatário informou aparece aqui.",
      }}
      renderDetail={renderDetail}
    />
  );
}

/** Reminds the tenants of the ticked contracts of the end of the term and of the renewal. */
function RemindOfEnds({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { mutate, isPending } = useRemindOfEnds();
  return (
    <Button
      className="btn-outline btn-sm"
      isBusy={isPending}
      onClick={() => mutate(ids, { onSuccess: onDone })}
    >
      Lembrar do fim e da renovação
    </Button>
  );
}

interface WeekPickerProps {
  /** Monday of the chosen week; null when the list covers the next 30 days. */
  week: string | null;
  onShow: (week: string | null) => void;
}

/** Shows how many contracts end in each of the next weeks, and filters by week. */
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

function ContractRow({ contract }: { contract: Row }) {
  const { tenant_name, contract_number, property_address, start_date, end_date } = contract;
  const { asked_until, holder, look_again_on } = contract;
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
      {holder && (
        <span className="text-xs">
          Com {holder}
          {look_again_on && `, ver de novo em ${formatShortDate(look_again_on)}`}
        </span>
      )}
      {asked_until && (
        <span className="text-xs">
          Encerramento: o outro lado pode informar o dia até {formatShortDate(asked_until)}
        </span>
      )}
    </>
  );
}
