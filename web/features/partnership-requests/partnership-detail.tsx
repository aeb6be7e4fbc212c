import { useRef } from "react";
import * as z from "zod/mini";
import {
  formatCurrency,
  formatDateTime,
  formatDeadline,
  formatPhone,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { type DescribeAction, historyLines } from "../../backend/staff-queries.ts";
import { phoneHref, whatsappHref } from "../../formats/phone.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { DetailState } from "../../ui/layout/list-and-detail.tsx";
import { DataList, Datum, HistoryList } from "../../ui/section/facts.tsx";
import { PartnershipActions } from "./partnership-actions.tsx";
import {
  type PartnershipRequest,
  PartnershipStatus,
  useAddNote,
  usePartnership,
} from "./partnership-queries.tsx";

interface PartnershipDetailProps {
  id: string;
  /** What a WhatsApp conversation begins with. */
  whatsAppText: string;
}

/** One request with everything that a contact needs, and what came of it. */
export function PartnershipDetail({ id, whatsAppText }: PartnershipDetailProps) {
  const { data, isError, isFetching, refetch } = usePartnership(id);
  if (!data) {
    return (
      <DetailState
        isError={isError}
        isFetching={isFetching}
        onRetry={() => void refetch()}
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
      <DataList className="grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
        <Datum label="Quem pediu">{data.partner_name}</Datum>
        <Datum label="Telefone">
          <a href={phoneHref(data.phone)}>{formatPhone(data.phone)}</a>
        </Datum>
        <Datum label="E-mail" className="col-span-2">
          <a href={`mailto:${data.email}`}>{data.email}</a>
        </Datum>
        <Datum label="Endereço do imóvel" className="col-span-2">
          {data.property_address}
        </Datum>
        <Datum label="Cidade">
          {data.property_city}, {data.property_state}
        </Datum>
        <Datum label="Tipo do imóvel">{data.property_type}</Datum>
        <Datum label="Valor do imóvel">{formatCurrency(data.property_value)}</Datum>
        <Datum label="Mensagem" className="col-span-full">
          {data.message && <span className="whitespace-pre-line">{data.message}</span>}
        </Datum>
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
      <section aria-labelledby={`history-${id}`}>
        <h3 id={`history-${id}`} className="mb-3 border-b border-sand-200 pb-2 text-base">
          Histórico
        </h3>
        <HistoryList
          entries={historyLines(data.history, describe, {
            key: id,
            moment: data.created_at,
            text: "Pedido enviado pelo site",
          })}
        />
      </section>
    </article>
  );
}

function mailHref({ email, company_name }: PartnershipRequest): string {
  const subject = `Parceria com ${company_name}`;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}`;
}

const steps: Record<string, string> = {
  contacted: "registrou o contato",
  accepted: "aceitou a parceria",
  declined: "recusou a parceria",
};

const describe: DescribeAction = ({ action, detail }) =>
  action === "read-partnership-requests" ? "viu os dados" : (steps[detail ?? ""] ?? action);

const schema = z.object({
  note: textAreaField({ min: 1, max: 2000, message: "Escreva a anotação" }),
});

/** What was said with whom, newest first, and a field for more. Notes do not change. */
function PartnershipNotes({ request: { id, notes } }: { request: PartnershipRequest }) {
  const { mutate, isPending } = useAddNote(id);
  const { form, field } = useValidatedForm({ schema, names: ["note"] });
  // The same until it arrived: a second click and a retry are the same note.
  const noteId = useRef(crypto.randomUUID());
  return (
    <section aria-labelledby={`notes-${id}`}>
      <h3 id={`notes-${id}`} className="mb-3 border-b border-sand-200 pb-2 text-base">
        Anotações
      </h3>
      <Form
        className="grid gap-3"
        onSubmit={(event) =>
          void form.handleSubmit(({ note }) =>
            mutate(
              { noteId: noteId.current, note },
              {
                onSuccess() {
                  noteId.current = crypto.randomUUID();
                  form.reset();
                },
              },
            ),
          )(event)
        }
      >
        <TextAreaField
          {...field("note")}
          id={`note-${id}`}
          rows={2}
          maxLength={2000}
          texts={{ label: "Nova anotação", help: "Só a equipe lê. Não dá para mudar depois." }}
        />
        <button type="submit" className="btn btn-outline justify-self-start" disabled={isPending}>
          {isPending && <SpinnerRing />}
          Guardar anotação
        </button>
      </Form>
      {notes.length > 0 && (
        <ul className="mt-5 grid gap-4">
          {notes.map(({ id: key, note, who, created_at }) => (
            <li key={key} className="rounded-md bg-sand-100 p-4 text-sm">
              <p className="whitespace-pre-line wrap-anywhere">{note}</p>
              <p className="mt-1 text-xs text-muted">
                {who ?? "Conta que já não existe"} ·{" "}
                <time dateTime={created_at}>{formatDateTime(created_at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
