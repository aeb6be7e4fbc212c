import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { SpinnerRing, StatePanel } from "../../ui/feedback/states.tsx";
import { DetailState } from "../../ui/layout/list-and-detail.tsx";
import { explainMailError } from "./explain-mail-error.ts";
import { mailName } from "./mail-names.ts";
import { useParkedMail, useResendMail } from "./parked-mail-queries.ts";

type Mail = NonNullable<ReturnType<typeof useParkedMail>["data"]>[number];

/** The e-mails that could not be delivered, each with a way to send it again. */
export function ParkedMail() {
  const { data, isError, isFetching, refetch } = useParkedMail();
  if (!data) {
    return (
      <DetailState
        isError={isError}
        isFetching={isFetching}
        onRetry={() => void refetch()}
        loading="Carregando e-mails..."
        failed="Não foi possível carregar os e-mails parados"
      />
    );
  }
  if (data.length === 0) {
    return (
      <StatePanel
        icon="check"
        title="Nenhum e-mail parado"
        text="Um e-mail recusado para sempre, ou que falha oito vezes, aparece aqui com o motivo."
      />
    );
  }
  return (
    <section aria-labelledby="parked-mail" className="card card-border">
      <h2 id="parked-mail" className="flex items-center gap-3 text-card">
        <Icon name="mail" className="size-7 text-amber-800" />
        {data.length === 1
          ? "1 e-mail não foi entregue"
          : `${data.length} e-mails não foram entregues`}
      </h2>
      <p className="mt-2 text-sm">
        Não serão tentados outra vez. Quando o motivo estiver resolvido, envie de novo.
      </p>
      {isError && (
        <p role="alert" className="alert alert-error alert-soft mt-4 rounded-md">
          A lista pode estar desatualizada.
        </p>
      )}
      <ul className="mt-4 divide-y divide-sand-200">
        {data.map((mail) => (
          <ParkedMailItem key={mail.id} mail={mail} />
        ))}
      </ul>
    </section>
  );
}

function ParkedMailItem({ mail }: { mail: Mail }) {
  const { mutate, isPending } = useResendMail();
  const { id, created_at } = mail;
  const recipient = mail.recipient ?? "caixa da equipe";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 text-sm">
        <p className="font-semibold wrap-anywhere">
          {mailName(mail.template)} para {recipient}
        </p>
        {created_at && (
          <p>
            Criado em <time dateTime={created_at}>{formatDateTime(created_at)}</time>
          </p>
        )}
        {mail.last_error && (
          <p className="wrap-anywhere">Último erro: {explainMailError(mail.last_error)}</p>
        )}
      </div>
      {id && (
        <button
          type="button"
          className="btn btn-outline max-sm:w-full"
          disabled={isPending}
          onClick={() => mutate(id)}
        >
          {isPending && <SpinnerRing />}
          Reenviar
          <span className="sr-only"> o e-mail para {recipient}</span>
        </button>
      )}
    </li>
  );
}
