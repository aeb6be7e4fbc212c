import { formatDateTime, formatDeadline } from "#contracts/fields/formats.ts";
import { partnershipFields } from "#contracts/partners/partnership-request.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { historyLines } from "../../../backend/staff/staff-history.ts";
import { whatsappHref } from "../../../formats/phone.ts";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import {
  CasePart,
  DataList,
  Datum,
  HistoryList,
  SentFacts,
  Whole,
} from "../../../ui/section/facts.tsx";
import { Notes } from "../../../ui/section/notes.tsx";
import { PartnershipActions } from "./partnership-actions.tsx";
import {
  type PartnershipRequest,
  PartnershipStatus,
  useAddNote,
  usePartnership,
} from "./partnership-queries.tsx";

interface PartnershipDetailProps {
  id: string;
  /** Text with which a WhatsApp conversation with the company begins. */
  whatsAppText: string;
}

export function PartnershipDetail({ id, whatsAppText }: PartnershipDetailProps) {
  const query = usePartnership(id);
  const { data } = query;
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando pedido..."
        failed="Não foi possível carregar este pedido"
      />
    );
  }
  const firstName = data.partner_name.split(" ")[0] ?? "";
  const message = fillVariables(whatsAppText, { firstName, companyName: data.company_name });
  return (
    <article className="card card-border grid gap-8 sm:p-8">
      <div>
        <header className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 text-card wrap-anywhere">{data.company_name}</h2>
          <PartnershipStatus status={data.status} due_at={data.due_at} />
        </header>
        <p className="text-soft text-sm">
          Recebido em <time dateTime={data.created_at}>{formatDateTime(data.created_at)}</time>
          {" · contato prometido até "}
          {formatDeadline(data.due_at)}
        </p>
      </div>
      <DataList className="grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]">
        <Datum label="Protocolo" className="col-span-full">
          <Whole>{data.protocol}</Whole>
        </Datum>
        <SentFacts fields={partnershipFields} row={data} />
        <Datum label="Motivo da recusa" className="col-span-full">
          {data.decline_reason && (
            <span className="whitespace-pre-line">{data.decline_reason}</span>
          )}
        </Datum>
      </DataList>
      <div className="flex flex-wrap gap-3">
        <a
          className="btn btn-outline max-sm:w-full"
          href={whatsappHref(data.phone, message)}
          target="_blank"
          rel="noreferrer"
        >
          Conversar no WhatsApp<span className="sr-only"> (abre em outra aba)</span>
        </a>
        <a className="btn btn-outline max-sm:w-full" href={mailHref(data)}>
          Escrever e-mail
        </a>
      </div>
      <PartnershipActions request={data} />
      <PartnershipNotes request={data} />
      <CasePart title="Histórico">
        <HistoryList
          entries={historyLines(data.history, {
            key: id,
            moment: data.created_at,
            text: "Pedido enviado pelo site",
          })}
        />
      </CasePart>
    </article>
  );
}

function mailHref({ email, company_name }: PartnershipRequest): string {
  const subject = `Parceria com ${company_name}`;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}`;
}

function PartnershipNotes({ request: { id, notes } }: { request: PartnershipRequest }) {
  const { mutate, isPending } = useAddNote(id);
  return (
    <CasePart title="Anotações">
      <Notes id={id} notes={notes} isPending={isPending} onAdd={mutate} />
    </CasePart>
  );
}
