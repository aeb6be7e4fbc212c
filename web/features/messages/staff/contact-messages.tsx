import { formatDateTime } from "#contracts/fields/formats.ts";
import { CaseScreen, useCaseFilter } from "../../../ui/layout/case-screen.tsx";
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
  detail: "Mensagem escolhida",
};

export function ContactMessages() {
  const filter = useCaseFilter<MessageView>(views, "new");
  return (
    <CaseScreen
      filter={filter}
      views={views}
      pages={useMessages(filter.view)}
      texts={texts}
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
      invitation={{
        icon: "mail",
        title: "Escolha uma mensagem",
        text: "O texto, os contatos e o histórico aparecem aqui.",
      }}
      renderDetail={(id) => <MessageDetail key={id} id={id} />}
    />
  );
}
