import { useState } from "react";
import * as z from "zod/mini";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { mailTitle } from "#contracts/mail/mail-texts.ts";
import { caseKinds, caseLinks } from "../../../backend/staff/case-links.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Icon } from "../../../ui/brand/icons.tsx";
import { StatePanel } from "../../../ui/feedback/states.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { SiteLink } from "../../../ui/layout/links.tsx";
import {
  CorrectMailDialog,
  DismissMailDialog,
  changedSchema,
  gone,
} from "./parked-mail-dialogs.tsx";
import { listRows } from "../../staff/shell/shortcuts.tsx";

const mailSchema = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  /** Case that the mail is about; null for a mail about an account of staff. */
  about: z.nullable(
    z.object({
      kind: z.enum([...caseKinds, "member"]),
      id: z.string(),
      number: z.nullable(z.string()),
    }),
  ),
  /** True when the recipient is an applicant or tenant whose address staff may still correct. */
  may_correct: z.boolean(),
});
type Mail = z.output<typeof mailSchema>;

/** Lists the e-mails that could not be delivered, with retry buttons. */
export function ParkedMail() {
  const query = useParkedMail();
  const { data } = query;
  if (!data) {
    return (
      <QueryState
        query={query}
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
        Não serão tentados outra vez. Quando o motivo estiver resolvido, envie de novo; se o e-mail
        não fizer mais falta, dispense.
      </p>
      {query.isError && (
        <p role="alert" className="alert alert-error alert-soft mt-4 rounded-md">
          A lista pode estar desatualizada.
        </p>
      )}
      <ul {...listRows} className="mt-4 divide-y divide-sand-200">
        {data.map((mail) => (
          <ParkedMailItem key={mail.id} mail={mail} />
        ))}
      </ul>
    </section>
  );
}

function ParkedMailItem({ mail }: { mail: Mail }) {
  const { mutate, isPending } = useResendMail();
  const [isOpen, setIsOpen] = useState<"correct" | "dismiss" | null>(null);
  const { id, created_at, about, may_correct } = mail;
  const onClose = () => setIsOpen(null);
  const recipient = mail.recipient ?? "caixa da equipe";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 text-sm">
        <p className="font-semibold wrap-anywhere">
          {mailTitle(mail.template)} para {recipient}
        </p>
        <p>
          Criado em <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </p>
        {about && about.kind !== "member" && (
          <p>
            <SiteLink href={caseLinks[about.kind](about.id)} className="underline tabular-nums">
              Abrir {about.number ?? "o caso"}
            </SiteLink>
          </p>
        )}
        {mail.last_error && (
          <p className="wrap-anywhere">Último erro: {explainMailError(mail.last_error)}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        {may_correct && (
          <StaffButton
            needs={about?.kind === "request" ? "requests" : "contracts"}
            onClick={() => setIsOpen("correct")}
          >
            Corrigir e-mail
            <span className="sr-only"> {recipient}</span>
          </StaffButton>
        )}
        <StaffButton needs="contracts" onClick={() => setIsOpen("dismiss")}>
          Dispensar
          <span className="sr-only"> o e-mail para {recipient}</span>
        </StaffButton>
        <StaffButton
          needs="contracts"
          className="btn-outline"
          isBusy={isPending}
          onClick={() => mutate(id)}
        >
          Reenviar
          <span className="sr-only"> o e-mail para {recipient}</span>
        </StaffButton>
      </div>
      {isOpen === "correct" && <CorrectMailDialog mail={mail} onClose={onClose} />}
      {isOpen === "dismiss" && <DismissMailDialog mail={mail} onClose={onClose} />}
    </li>
  );
}

/** Advice to staff about failed e-mails. The first text of each pair is the beginning of an error code. */
const explanations: [start: string, text: string][] = [
  [
    "ENOANSWER",
    "O servidor recebeu o e-mail e não confirmou: talvez tenha chegado. Pergunte antes.",
  ],
  ["ERECIPIENT", "O servidor recusou o endereço. Confira com a pessoa."],
  ["EENVELOPE 5", "O servidor recusou o destinatário ou o remetente. Confira o endereço."],
  ["EMESSAGE 5", "O servidor recusou a mensagem."],
  ["EAUTH", "O servidor de e-mail não aceitou o usuário ou a senha."],
  ["E", "O servidor de e-mail não respondeu como deveria."],
  ["PAYLOAD", "Faltam dados para escrever o e-mail."],
];

/** Explains to staff why an e-mail failed, and adds the error code for a developer. */
export function explainMailError(code: string): string {
  const found = explanations.find(([start]) => code.startsWith(start));
  return found ? `${found[1]} (${code})` : code;
}

const POLL_MS = 60_000;
const parkedMailKey = ["parked-mail"] as const;

/** Reads the e-mails that were set aside after failed deliveries, newest first. */
function useParkedMail() {
  return useStaffQuery({
    queryKey: parkedMailKey,
    schema: z.array(mailSchema),
    ask: (client) => client.rpc("list_parked_mail"),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

function useResendMail() {
  return useStaffAction({
    ask: (client, mail_id: string) => client.rpc("resend_mail", { mail_id }),
    schema: changedSchema,
    success: ({ changed }) =>
      changed
        ? {
            title: "E-mail colocado de volta na fila",
            description: "Ele sai em instantes; se falhar de novo, volta a aparecer aqui.",
            tone: "success",
          }
        : gone,
    failure: "Erro ao reenviar e-mail",
    changes: parkedMailKey,
  });
}
