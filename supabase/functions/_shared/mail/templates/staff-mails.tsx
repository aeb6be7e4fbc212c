import * as z from "zod/mini";
import { type Mail, defineTemplate } from "../define-template.ts";
import { Action, Details, SideLink } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const staffConfirmationSource = z.object({
  payload: z.object({ email: z.string(), isKnown: z.optional(z.boolean()) }),
});

/**
 * To whoever signed up for the staff area, or whose address somebody used. The secret travels in
 * the fragment and is spent by a button on that page, so mail scanners spend nothing.
 */
export const staffConfirmation = defineTemplate(
  staffConfirmationSource,
  { payload: { email: "nova@payser.example" } },
  async ({ payload }, context) => {
    const words = wordMail(context, payload.isKnown ? "staffKnown" : "staffConfirmation", {});
    const url = payload.isKnown
      ? `${context.siteUrl}/area-cliente`
      : `${context.siteUrl}/area-cliente/confirmar-email#token_hash=${await context.createLinkSecret()}`;
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          <Action url={url}>{words.button}</Action>
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

/** The same mail to an address that has an account. */
export const staffKnown: Mail = {
  ...staffConfirmation,
  example: { payload: { email: "nova@payser.example", isKnown: true }, subject: null },
};

const staffPendingSource = z.object({ payload: z.object({ email: z.string() }) });

/** To the staff inbox: somebody signed up at the login screen and sees nothing yet. */
export const staffPending = defineTemplate(
  staffPendingSource,
  { payload: { email: "nova@payser.example" } },
  ({ payload: { email } }, context) => {
    const words = wordMail(context, "staffPending", { accountEmail: email });
    return {
      ...words,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details title="Conta" rows={[["E-mail", email]]} />
          <Action url={`${context.siteUrl}/admin/simulacoes`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

/** To a member of staff whose account has just been released. */
export const staffReleased = defineTemplate(z.object({}), {}, (_source, context) => {
  const words = wordMail(context, "staffReleased", {});
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Action url={`${context.siteUrl}/login`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});

const ownAccountSource = z.object({ payload: z.object({ email: z.string() }) });

/** To a member of staff who forgot the password; the link is spent by a button on its page. */
export const staffRecovery = defineTemplate(
  ownAccountSource,
  { payload: { email: "nova@payser.example" } },
  async (_source, context) => {
    const words = wordMail(context, "staffRecovery", {});
    const secret = await context.createLinkSecret();
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          <Action
            url={`${context.siteUrl}/area-cliente/nova-senha#conta=equipe&token_hash=${secret}`}
          >
            {words.button}
          </Action>
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

/** To a member of staff after every change of the password, so that one by somebody else is noticed. */
export const staffPasswordChanged = defineTemplate(
  ownAccountSource,
  { payload: { email: "nova@payser.example" } },
  (_source, context) => {
    const words = wordMail(context, "staffPasswordChanged", {});
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Action url={`${context.siteUrl}/login`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const factorSource = z.object({
  payload: z.object({ email: z.string(), isOn: z.boolean() }),
});

/** To a member of staff whose second factor was turned on or off. */
export const staffFactorChanged = defineTemplate(
  factorSource,
  { payload: { email: "nova@payser.example", isOn: true } },
  ({ payload }, context) => {
    const words = wordMail(context, payload.isOn ? "staffFactorChanged" : "staffFactorRemoved", {});
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Action url={`${context.siteUrl}/admin/seguranca`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

/** The same mail for one that was turned off. */
export const staffFactorRemoved: Mail = {
  ...staffFactorChanged,
  example: { payload: { email: "nova@payser.example", isOn: false }, subject: null },
};

const digestSource = z.object({
  payload: z.object({ waiting: z.record(z.string(), z.number()) }),
});

/** What may wait (private.queue_digests), the most pressing first: what is counted and where it stands. */
const waitingLines = [
  ["decide", "Simulações a decidir", "/admin/simulacoes"],
  ["arrived", "Pedidos com documentos a ler", "/admin/simulacoes"],
  ["silent", "Pedidos sem resposta há três dias sobre documentos", "/admin/simulacoes"],
  ["unoffered", "Aprovadas sem condições", "/admin/simulacoes"],
  ["answered", "Ajustes pedidos ou condições recusadas", "/admin/simulacoes"],
  ["offers", "Condições a vencer ou vencidas", "/admin/simulacoes"],
  ["endings", "Pedidos de encerramento a conferir", "/admin/contratos"],
  ["upcoming", "Contratos assinados que ainda não começaram", "/admin/contratos"],
  ["paymentsOverdue", "Taxas vencidas", "/admin/pagamentos"],
  ["refundsDue", "Devoluções a fazer", "/admin/pagamentos"],
  ["partnershipsNew", "Parceiros a contatar", "/admin/parcerias"],
  ["partnershipsLate", "Parceiros com o prazo vencido", "/admin/parcerias"],
  ["messages", "Mensagens a responder", "/admin/mensagens"],
] as const;

/** To a member of staff who wants it: how much waits where, and nothing about anybody. */
export const staffDigest = defineTemplate(
  digestSource,
  { payload: { waiting: { decide: 4, arrived: 2, offers: 1 } } },
  ({ payload: { waiting } }, context) => {
    const words = wordMail(context, "staffDigest", {});
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          {waitingLines.map(([key, what, path]) => {
            const count = waiting[key] ?? 0;
            return (
              count > 0 && (
                <SideLink key={key} url={context.siteUrl + path}>
                  {`${what}: ${count}`}
                </SideLink>
              )
            );
          })}
          <Action url={`${context.siteUrl}/admin/simulacoes`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
