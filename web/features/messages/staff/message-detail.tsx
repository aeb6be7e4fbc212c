import type { ContactMessagesStatus } from "#contracts/stored-values.ts";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { historyLines } from "../../../backend/staff/staff-history.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { phoneHref } from "../../../formats/phone.ts";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { CasePart, DataList, Datum, HistoryList, Whole } from "../../../ui/section/facts.tsx";
import { type ContactMessage, useAnswered, useMessage } from "./message-queries.ts";

export function MessageDetail({ id }: { id: string }) {
  const query = useMessage(id);
  const { data } = query;
  const { mutate, isPending } = useAnswered(id);
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando mensagem..."
        failed="Não foi possível carregar esta mensagem"
      />
    );
  }
  const isAnswered = data.status === "answered";
  return (
    <article className="card card-border grid gap-8 sm:p-8">
      <div>
        <header className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 text-card wrap-anywhere">{data.subject}</h2>
          <MessageStatus status={data.status} />
        </header>
        <p className="text-soft text-sm">
          Recebida em <time dateTime={data.created_at}>{formatDateTime(data.created_at)}</time>
          {data.answered_at && (
            <>
              {" · respondida "}
              {data.answered_by && `por ${data.answered_by} `}
              {"em "}
              <time dateTime={data.answered_at}>{formatDateTime(data.answered_at)}</time>
            </>
          )}
        </p>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{data.message}</p>
      <DataList className="grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]">
        <Datum label="Protocolo" className="col-span-full">
          <Whole>{data.protocol}</Whole>
        </Datum>
        <Datum label="Nome">{data.name}</Datum>
        <Datum label="E-mail" className="col-span-2">
          <a href={`mailto:${data.email}`}>{data.email}</a>
        </Datum>
        <Datum label="Telefone">
          {data.phone && <a href={phoneHref(data.phone)}>{formatPhone(data.phone)}</a>}
        </Datum>
        <Datum label="Produto">
          {data.product && <a href={`/${data.product}`}>{data.product}</a>}
        </Datum>
      </DataList>
      <div className="flex flex-wrap gap-3">
        <a className="btn btn-primary max-sm:w-full" href={replyHref(data)}>
          Responder por e-mail
        </a>
        <StaffButton
          needs="requests"
          className="btn-outline max-sm:w-full"
          isBusy={isPending}
          onClick={() => mutate(!isAnswered)}
        >
          {isAnswered ? "Reabrir" : "Marcar como respondida"}
        </StaffButton>
      </div>
      <CasePart title="Histórico">
        <HistoryList
          entries={historyLines(data.history, {
            key: id,
            moment: data.created_at,
            text: "Mensagem enviada pelo site",
          })}
        />
      </CasePart>
    </article>
  );
}

/** Returns a `mailto:` URL, with which staff write the reply in their own mail program. */
function replyHref({ email, subject }: ContactMessage): string {
  return `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

const looks: Record<string, StatusLook> = {
  new: { label: "A responder", tone: "waiting" },
  answered: { label: "Respondida", tone: "good" },
} satisfies Record<ContactMessagesStatus, StatusLook>;

export function MessageStatus({ status }: { status: string }) {
  const { label, tone } = looks[status] ?? { label: status, tone: "neutral" };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
