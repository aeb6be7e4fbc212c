import { useState } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { StatePanel } from "../../ui/feedback/states.tsx";
import { ListAndDetail, useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import { RowList, ViewPicker } from "../../ui/layout/row-list.tsx";
import { MessageDetail, MessageStatus } from "./message-detail.tsx";
import { type MessageView, useMessages } from "./message-queries.ts";

const views: readonly { value: MessageView; label: string }[] = [
  { value: "new", label: "A responder" },
  { value: "answered", label: "Respondidas" },
  { value: null, label: "Todas" },
];

const texts = {
  label: "Mensagens",
  loading: "Carregando mensagens...",
  failed: "Não foi possível carregar as mensagens",
  empty: "Nenhuma mensagem aqui",
  emptyHint: "As mensagens do formulário de contato aparecem em “A responder”.",
  one: "mensagem",
  many: "mensagens",
};

/** What visitors wrote on /contato, and who answered. */
export function ContactMessages() {
  const [view, setView] = useState<MessageView>("new");
  const [chosen, setChosen] = useChosenCase();
  const pages = useMessages(view);
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => setChosen(null)}
      detailLabel="Mensagem escolhida"
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
                  <span className="min-w-0 font-semibold wrap-anywhere">{row.subject}</span>
                  <MessageStatus status={row.status} />
                </span>
                <span className="wrap-anywhere">{row.name}</span>
                <span className="text-xs text-muted">{formatDateTime(row.created_at)}</span>
              </>
            )}
          />
        </div>
      }
    >
      {chosen ? (
        <MessageDetail key={chosen} id={chosen} />
      ) : (
        <StatePanel
          icon="mail"
          title="Escolha uma mensagem"
          text="O texto, os contatos e o histórico aparecem aqui."
        />
      )}
    </ListAndDetail>
  );
}
