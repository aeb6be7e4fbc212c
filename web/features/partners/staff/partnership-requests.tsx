import { formatDateTime } from "#contracts/fields/formats.ts";
import { StatePanel } from "../../../ui/feedback/states.tsx";
import { useView } from "../../../ui/layout/case-screen.tsx";
import { ListAndDetail, partnerMark, useChosenCase } from "../../../ui/layout/list-and-detail.tsx";
import { RowList, ViewPicker } from "../../../ui/layout/row-list.tsx";
import { PartnerDetail, PartnerRow } from "./partner-detail.tsx";
import { PartnershipDetail } from "./partnership-detail.tsx";
import {
  PartnershipStatus,
  type RequestView,
  usePartners,
  usePartnerships,
} from "./partnership-queries.tsx";

const views: readonly { value: RequestView | "partners"; label: string }[] = [
  { value: "new", label: "A contatar" },
  { value: "contacted", label: "Contatados" },
  { value: "accepted", label: "Aceitos" },
  { value: "declined", label: "Recusados" },
  { value: null, label: "Todos" },
  { value: "partners", label: "Parceiros" },
];

const texts = {
  label: "Pedidos de parceria",
  loading: "Carregando pedidos...",
  failed: "Não foi possível carregar os pedidos de parceria",
  empty: "Nenhum pedido aqui",
  emptyHint: "Os pedidos enviados pelo site aparecem em “A contatar”.",
  one: "pedido",
  many: "pedidos",
};
const partnerTexts = {
  label: "Parceiros",
  loading: "Carregando parceiros...",
  failed: "Não foi possível carregar os parceiros",
  empty: "Nenhum parceiro ainda",
  emptyHint: "Quem tem o pedido aceito passa a aparecer aqui.",
  one: "parceiro",
  many: "parceiros",
};

interface ListProps {
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Lists the partnership requests, with the earliest deadline first. A second list shows the partners. */
export function PartnershipRequests({ whatsAppText }: { whatsAppText: string }) {
  const [view, setView] = useView(views, "new");
  // The open request or partner stays open when the person switches to another list.
  const [chosen, choose] = useChosenCase();
  const isPartner = chosen ? chosen.startsWith(partnerMark) : view === "partners";
  const id = chosen && (isPartner ? chosen.slice(partnerMark.length) : chosen);
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => choose(null)}
      detailLabel={isPartner ? "Parceiro escolhido" : "Pedido escolhido"}
      list={
        <div className="grid gap-4">
          <ViewPicker legend="Situação" views={views} shown={view} onShow={setView} />
          {view === "partners" ? (
            <Partners chosen={id} onChoose={(partner) => choose(partnerMark + partner)} />
          ) : (
            <Requests view={view} chosen={id} onChoose={choose} />
          )}
        </div>
      }
    >
      {id && isPartner && <PartnerDetail key={id} id={id} />}
      {id && !isPartner && <PartnershipDetail key={id} id={id} whatsAppText={whatsAppText} />}
      {!id && (
        <StatePanel
          icon="handshake"
          title={isPartner ? "Escolha um parceiro" : "Escolha um pedido"}
          text={
            isPartner
              ? "Os dados de contato aparecem aqui."
              : "Os dados, as anotações e o histórico aparecem aqui."
          }
        />
      )}
    </ListAndDetail>
  );
}

function Requests({ view, ...list }: ListProps & { view: RequestView }) {
  return (
    <RowList
      {...list}
      pages={usePartnerships(view)}
      texts={texts}
      renderRow={(row) => (
        <>
          <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{row.company_name}</span>
            <PartnershipStatus status={row.status} due_at={row.due_at} />
          </span>
          <span className="wrap-anywhere">{row.partner_name}</span>
          <span className="text-xs text-muted">
            {row.property_city}, {row.property_state} · {formatDateTime(row.created_at)}
          </span>
        </>
      )}
    />
  );
}

function Partners(list: ListProps) {
  return (
    <RowList
      {...list}
      pages={usePartners()}
      texts={partnerTexts}
      renderRow={(row) => <PartnerRow partner={row} />}
    />
  );
}
