import * as z from "zod/mini";
import { type Mail, defineTemplate } from "../define-template.ts";
import { Details, SideLink } from "../mail-parts.tsx";
import { standardMail, wordMail } from "../word-mail.tsx";

const staffConfirmationSource = z.object({
  payload: z.object({ email: z.string(), isKnown: z.optional(z.boolean()) }),
});

/**
 * Defines the mail with the link by which a new staff member confirms the e-mail address. Mail scanners open links, so
 * only a button on the page uses up the link.
 */
export const staffConfirmation = defineTemplate(
  staffConfirmationSource,
  { payload: { email: "nova@payser.example" } },
  async ({ payload }, context) => {
    const words = wordMail(context, payload.isKnown ? "staffKnown" : "staffConfirmation", {});
    const url = payload.isKnown
      ? `${context.siteUrl}/area-cliente`
      : `${context.siteUrl}/area-cliente/confirmar-email#token_hash=${await context.createLinkSecret()}`;
    return standardMail(words, context, { url, buttonFirst: true });
  },
);

/** Mail to a person who signs up with the address of an existing account. */
export const staffKnown: Mail = {
  ...staffConfirmation,
  example: { payload: { email: "nova@payser.example", isKnown: true }, subject: null },
};

const accountSource = z.object({ payload: z.object({ email: z.string() }) });

/** Defines the mail to the staff inbox about a sign-up. The account has no access until staff approve the account. */
export const staffPending = defineTemplate(
  accountSource,
  { payload: { email: "nova@payser.example" } },
  ({ payload: { email } }, context) => {
    const words = wordMail(context, "staffPending", { accountEmail: email });
    return standardMail(words, context, {
      replyTo: null,
      details: <Details title="Conta" rows={[["E-mail", email]]} />,
      url: `${context.siteUrl}/admin/equipe`,
    });
  },
);

export const staffReleased = defineTemplate(z.object({}), {}, (_source, context) => {
  const words = wordMail(context, "staffReleased", {});
  return standardMail(words, context, { url: `${context.siteUrl}/login` });
});

/** Defines the mail to a member of staff who forgot the password. Only a button on the page uses up the link. */
export const staffRecovery = defineTemplate(
  accountSource,
  { payload: { email: "nova@payser.example" } },
  async (_source, context) => {
    const words = wordMail(context, "staffRecovery", {});
    const secret = await context.createLinkSecret();
    return standardMail(words, context, {
      url: `${context.siteUrl}/area-cliente/nova-senha#conta=equipe&token_hash=${secret}`,
      buttonFirst: true,
    });
  },
);

/** Defines the mail after a password change, so that the member notices a stranger's change. */
export const staffPasswordChanged = defineTemplate(
  accountSource,
  { payload: { email: "nova@payser.example" } },
  (_source, context) => {
    const words = wordMail(context, "staffPasswordChanged", {});
    return standardMail(words, context, { url: `${context.siteUrl}/login` });
  },
);

const factorSource = z.object({ payload: z.object({ email: z.string(), isOn: z.boolean() }) });

export const staffFactorChanged = defineTemplate(
  factorSource,
  { payload: { email: "nova@payser.example", isOn: true } },
  ({ payload }, context) => {
    const words = wordMail(context, payload.isOn ? "staffFactorChanged" : "staffFactorRemoved", {});
    return standardMail(words, context, { url: `${context.siteUrl}/admin/seguranca` });
  },
);

export const staffFactorRemoved: Mail = {
  ...staffFactorChanged,
  example: { payload: { email: "nova@payser.example", isOn: false }, subject: null },
};

const digestSource = z.object({ payload: z.object({ waiting: z.record(z.string(), z.number()) }) });

/** Lines of the digest, most urgent first: key of the number in `waiting` (private.queue_digests), label and view. */
const waitingLines = [
  ["mailParked", "E-mails e documentos parados", "/admin/emails"],
  ["requestsAgain", "Simulações suas para ver de novo", "/admin/simulacoes?lista=mine"],
  ["contractsAgain", "Contratos seus para ver de novo", "/admin/contratos?lista=mine"],
  ["decide", "Simulações a decidir", "/admin/simulacoes?lista=decide"],
  ["second", "Aprovações à espera de uma segunda pessoa", "/admin/simulacoes?lista=second"],
  ["corrected", "Pedidos corrigidos por quem pediu", "/admin/simulacoes?lista=corrected"],
  ["arrived", "Pedidos com documentos a ler", "/admin/simulacoes?lista=arrived"],
  [
    "silent",
    "Pedidos sem resposta há três dias sobre documentos",
    "/admin/simulacoes?lista=silent",
  ],
  ["unoffered", "Aprovadas sem condições", "/admin/simulacoes?lista=unoffered"],
  ["answered", "Ajustes pedidos ou condições recusadas", "/admin/simulacoes?lista=answered"],
  ["offers", "Condições a vencer ou vencidas", "/admin/simulacoes?lista=offers"],
  ["claimsOverdue", "Acionamentos atrasados", "/admin/acionamentos?lista=staff"],
  ["claimsSecond", "Decisões à espera de uma segunda pessoa", "/admin/acionamentos?lista=second"],
  ["claimsToDo", "Acionamentos a decidir ou a pagar", "/admin/acionamentos?lista=staff"],
  [
    "payoutsToApprove",
    "Pagamentos à espera de uma segunda pessoa",
    "/admin/a-pagar?lista=approvals",
  ],
  ["payoutsDue", "Garantias a pagar", "/admin/a-pagar?lista=payouts"],
  ["refundsDue", "Devoluções a fazer", "/admin/a-pagar?lista=refunds"],
  ["endings", "Pedidos de encerramento a conferir", "/admin/contratos?lista=ending"],
  ["addresses", "E-mails de locadores a conferir", "/admin/contratos?lista=addresses"],
  ["expiring", "Contratos a vencer em 30 dias", "/admin/contratos?lista=expiring"],
  ["upcoming", "Contratos assinados que ainda não começaram", "/admin/contratos?lista=upcoming"],
  ["paymentsOverdue", "Taxas vencidas", "/admin/pagamentos?lista=overdue"],
  ["paymentsLeft", "Pagamentos a alocar ou devolver", "/admin/pagamentos?lista=to-allocate"],
  ["partnershipsNew", "Parceiros a contatar", "/admin/parcerias?lista=new"],
  ["partnershipsLate", "Parceiros com o prazo vencido", "/admin/parcerias?lista=new"],
  ["messages", "Mensagens a responder", "/admin/mensagens?lista=new"],
] as const;

/** Defines the digest for members of staff who subscribed, with the number of waiting tasks and no personal data. */
export const staffDigest = defineTemplate(
  digestSource,
  { payload: { waiting: { decide: 4, arrived: 2, offers: 1 } } },
  ({ payload: { waiting } }, context) => {
    const words = wordMail(context, "staffDigest", {});
    return standardMail(words, context, {
      details: waitingLines.map(([key, label, path]) => {
        const count = waiting[key] ?? 0;
        return (
          count > 0 && (
            <SideLink key={key} url={context.siteUrl + path}>
              {`${label}: ${count}`}
            </SideLink>
          )
        );
      }),
      url: `${context.siteUrl}/admin/simulacoes`,
    });
  },
);
