import type { ContactMessagesStatus } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { formatPhone } from "../../../supabase/functions/_shared/contracts/fields/phones.ts";
import { isMissing } from "../../backend/ask-as-staff.ts";
import { historyLines } from "../../backend/staff-history.ts";
import { phoneHref } from "../../formats/phone.ts";
import { SpinnerRing, StatusBadge, type StatusLook } from "../../ui/feedback/states.tsx";
import { DetailState } from "../../ui/layout/list-and-detail.tsx";
import { DataList, Datum, HistoryList, Whole } from "../../ui/section/facts.tsx";
import { type ContactMessage, useAnswered, useMessage } from "./message-queries.ts";

/** One message with what an answer needs. */
export function MessageDetail({ id }: { id: string }) {
  const { data, isError, error, isFetching, refetch } = useMessage(id);
  const { mutate, isPending } = useAnswered(id);
  if (!data) {
    return (
      <DetailState
        isError={isError}
        isMissing={isMissing(error)}
        isFetching={isFetching}
        onRetry={() => void refetch()}
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
      <DataList className="grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
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
        <button
          type="button"
          className="btn btn-outline max-sm:w-full"
          disabled={isPending}
          onClick={() => mutate(!isAnswered)}
        >
          {isPending && <SpinnerRing />}
          {isAnswered ? "Reabrir" : "Marcar como respondida"}
        </button>
      </div>
      <section aria-labelledby={`history-${id}`}>
        <h3 id={`history-${id}`} className="mb-3 border-b border-sand-200 pb-2 text-base">
          Histórico
        </h3>
        <HistoryList
          entries={historyLines(data.history, {
            key: id,
            moment: data.created_at,
            text: "Mensagem enviada pelo site",
          })}
        />
      </section>
    </article>
  );
}

/** A reply in whoever's own mail program, under the subject of the message. */
function replyHref({ email, subject }: ContactMessage): string {
  return `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

const looks: Record<string, StatusLook> = {
  new: { label: "A responder", tone: "waiting" },
  answered: { label: "Respondida", tone: "good" },
} satisfies Record<ContactMessagesStatus, StatusLook>;

/** Whether a message waits for an answer. */
export function MessageStatus({ status }: { status: string }) {
  const { label, tone } = looks[status] ?? { label: status, tone: "neutral" };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
