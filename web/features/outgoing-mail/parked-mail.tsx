import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { mailTitle } from "../../../supabase/functions/_shared/contracts/mail-texts.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Icon } from "../../ui/brand/icons.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing, StatePanel } from "../../ui/feedback/states.tsx";
import { DetailState } from "../../ui/layout/list-and-detail.tsx";

type Mail = NonNullable<ReturnType<typeof useParkedMail>["data"]>[number];

/** The e-mails that could not be delivered, each with a way to send it again. */
export function ParkedMail() {
  const { data, isError, isFetching, refetch } = useParkedMail();
  if (!data) {
    return (
      <DetailState
        isError={isError}
        isMissing={false}
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
          {mailTitle(mail.template)} para {recipient}
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

/** What staff can do about a failure, by the first words of its code. */
const explanations: [start: string, text: string][] = [
  [
    "ENOANSWER",
    "O servidor recebeu o e-mail e não confirmou: talvez tenha chegado. Pergunte antes.",
  ],
  ["EENVELOPE 5", "O servidor recusou o destinatário ou o remetente. Confira o endereço."],
  ["EMESSAGE 5", "O servidor recusou a mensagem."],
  ["EAUTH", "O servidor de e-mail não aceitou o usuário ou a senha."],
  ["E", "O servidor de e-mail não respondeu como deveria."],
  ["PAYLOAD", "Faltam dados para escrever o e-mail."],
];

/** Why a mail did not go, for people, with the code for whoever mends it. */
export function explainMailError(code: string): string {
  const found = explanations.find(([start]) => code.startsWith(start));
  return found ? `${found[1]} (${code})` : code;
}

const POLL_MS = 60_000;
const parkedMailKey = ["parked-mail"] as const;

/** E-mails that gave up, newest first, kept current. */
function useParkedMail() {
  const backend = useBackend();
  return useQuery({
    queryKey: parkedMailKey,
    queryFn: ({ signal }) =>
      askAsStaff(backend, (client) => client.rpc("list_parked_mail").abortSignal(signal)),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

/** Puts one e-mail back into the queue. */
function useResendMail() {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mailId: string) =>
      askAsStaff(backend, (client) => client.rpc("resend_mail", { mail_id: mailId })),
    onSuccess: () => {
      showToast({
        title: "E-mail colocado de volta na fila",
        description: "Ele sai em instantes; se falhar de novo, volta a aparecer aqui.",
        tone: "success",
      });
      return queries.invalidateQueries({ queryKey: parkedMailKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao reenviar e-mail",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
