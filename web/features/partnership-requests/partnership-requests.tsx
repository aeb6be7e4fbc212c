import { useState } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { StatePanel } from "../../ui/feedback/states.tsx";
import { ListAndDetail } from "../../ui/layout/list-and-detail.tsx";
import { RowList, ViewPicker } from "../../ui/layout/row-list.tsx";
import { PartnershipDetail } from "./partnership-detail.tsx";
import {
  PartnershipStatus,
  type PartnershipView,
  usePartnerships,
} from "./partnership-queries.tsx";

const views: readonly { value: PartnershipView; label: string }[] = [
  { value: "new", label: "A contatar" },
  { value: "contacted", label: "Contatados" },
  { value: "accepted", label: "Aceitos" },
  { value: "declined", label: "Recusados" },
  { value: null, label: "Todos" },
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

/** Requests to become a partner: those to contact by the oldest promise, and what was said. */
export function PartnershipRequests({ whatsAppText }: { whatsAppText: string }) {
  const [view, setView] = useState<PartnershipView>("new");
  const [chosen, setChosen] = useState<string | null>(null);
  const pages = usePartnerships(view);
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => setChosen(null)}
      detailLabel="Pedido escolhido"
      list={
        <div className="grid gap-4">
          <ViewPicker legend="Situação" views={views} shown={view} onShow={setView} />
          <RowList
            pages={pages}
            texts={texts}
            chosen={chosen}
            onChoose={setChosen}
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
        </div>
      }
    >
      {chosen ? (
        <PartnershipDetail key={chosen} id={chosen} whatsAppText={whatsAppText} />
      ) : (
        <StatePanel
          icon="handshake"
          title="Escolha um pedido"
          text="Os dados, as anotações e o histórico aparecem aqui."
        />
      )}
    </ListAndDetail>
  );
}
