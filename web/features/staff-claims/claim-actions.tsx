import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import {
  formatCurrency,
  formatDocument,
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import {
  type ClaimAccount,
  type ClaimDetail,
  claimWantedFormSchema,
  recourseStates,
  recourseTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { paths } from "../../config/paths.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { casePath } from "../../ui/layout/list-and-detail.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import { type ClaimDeed, useClaimDeed, useOpenPaper, whyNot } from "./claim-queries.ts";
import { ClaimPart } from "./claim-state.tsx";

type Question = "ask" | "agree" | "send-back" | "pay" | "recourse";

/** What may be done now with a claim as a whole; its items are decided where they stand. */
export function ClaimActions({ claim }: { claim: ClaimDetail }) {
  const [asked, setAsked] = useState<Question | null>(null);
  const paper = useOpenPaper();
  const { stage, decidedBy, decidedByMe, hasDecision, id } = claim;
  const mayAsk = ["hearing", "deciding", "appealed"].includes(stage);
  return (
    <div className="flex flex-wrap gap-3">
      {stage === "second" && !decidedByMe && (
        <>
          <button type="button" className="btn btn-primary" onClick={() => setAsked("agree")}>
            Concordar com a decisão
          </button>
          <button type="button" className="btn btn-outline" onClick={() => setAsked("send-back")}>
            Devolver para nova decisão
          </button>
        </>
      )}
      {stage === "second" && (
        <p className="w-full text-sm">
          {decidedByMe
            ? "Você decidiu; outra pessoa da equipe precisa conferir antes que as partes sejam avisadas."
            : `${decidedBy ?? "Alguém da equipe"} decidiu como está abaixo, e as partes ainda não sabem.`}
        </p>
      )}
      {stage === "decided" && (
        <button type="button" className="btn btn-primary" onClick={() => setAsked("pay")}>
          Registrar pagamento
        </button>
      )}
      {mayAsk && (
        <button type="button" className="btn btn-outline" onClick={() => setAsked("ask")}>
          Pedir algo a uma das partes
        </button>
      )}
      {hasDecision && (
        <button
          type="button"
          className="btn btn-outline"
          disabled={paper.isPending}
          onClick={() => paper.open("decision", id)}
        >
          Abrir a decisão
        </button>
      )}
      {asked && <DeedDialog claim={claim} question={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** To whom a claim is or was paid, and what the tenant may have to give back. */
export function ClaimMoney({ claim }: { claim: ClaimDetail }) {
  const { payTo, account, accountNext, payBy, paidOn, paymentId, toPay, recourse } = claim;
  const [isAsking, setIsAsking] = useState(false);
  const paper = useOpenPaper();
  return (
    <>
      <ClaimPart title="Pagamento da garantia">
        <DataList className="grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
          <Datum label="A pagar">{toPay > 0 ? formatCurrency(toPay) : null}</Datum>
          <Datum label="Pagar até">{payBy && !paidOn ? formatShortDate(payBy) : null}</Datum>
          <Datum label="Pago em">{paidOn ? formatShortDate(paidOn) : null}</Datum>
          <Datum label="Conta do locador" className="col-span-full">
            {payTo ? (
              <AccountLines account={payTo} />
            ) : (
              (account ?? "O locador ainda não informou a conta.")
            )}
          </Datum>
          <Datum label="Conta à espera da confirmação por e-mail" className="col-span-full">
            {accountNext ?? null}
          </Datum>
        </DataList>
        {paymentId && (
          <p className="mt-3 flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-outline"
              disabled={paper.isPending}
              onClick={() => paper.open("receipt", paymentId)}
            >
              Abrir o recibo
            </button>
            <SiteLink className="btn btn-link px-0" href={casePath(paths.staffPayments, paymentId)}>
              Ver em Pagamentos
            </SiteLink>
          </p>
        )}
      </ClaimPart>
      {recourse && (
        <ClaimPart title="A recuperar do locatário">
          <DataList className="grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
            <Datum label="Valor">{formatCurrency(recourse.amount)}</Datum>
            <Datum label="Situação">{recourseTitles[recourse.state]}</Datum>
          </DataList>
          <p className="text-soft mt-2 text-sm">
            Só um registro (Código Civil, art. 831): nada é cobrado por aqui.
          </p>
          <button type="button" className="btn btn-outline mt-3" onClick={() => setIsAsking(true)}>
            Mudar a situação
          </button>
        </ClaimPart>
      )}
      {isAsking && (
        <DeedDialog claim={claim} question="recourse" onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

/** An account in full, for whoever pays to it. */
function AccountLines({ account }: { account: ClaimAccount }) {
  const { holder, document } = account;
  return (
    <>
      <span className="block">
        {account.kind === "pix"
          ? `Pix: ${account.key}`
          : `${account.bank}, agência ${account.branch}, conta ${account.number} (${accountTypes[account.type]})`}
      </span>
      <span className="block">
        {holder}, {formatDocument(document)}
      </span>
    </>
  );
}

const accountTypes = { checking: "corrente", savings: "poupança" } as const;

const DAY_MS = 86_400_000;
const inDays = (days: number) => todayInBrasilia(new Date(Date.now() + days * DAY_MS));

const side = z._default(z.string(), "");
const noDay = z._default(z.string(), "");
const noState = z._default(z.string(), "");
const noWords = z._default(z.string(), "");
const noteField = z.union([
  z.literal(""),
  textAreaField({ min: 1, max: 500, message: "Escreva até 500 caracteres" }),
]);

/** What the functions of the same deeds take; days are YYYY-MM-DD. */
function rulesOf(question: Question, openedOn: string, today: string) {
  switch (question) {
    case "ask":
      return z.object({
        side: claimWantedFormSchema.shape.side,
        day: claimWantedFormSchema.shape.until.check(
          z.refine((day) => day > today, "Dê ao menos um dia para a resposta"),
          z.refine((day) => day <= inDays(MOST_DAYS), `Dê no máximo ${MOST_DAYS} dias`),
        ),
        words: claimWantedFormSchema.shape.text,
        state: noState,
      });
    case "agree":
      return z.object({ side, day: noDay, words: noWords, state: noState });
    case "send-back":
      return z.object({
        side,
        day: noDay,
        words: textAreaField({ min: 3, max: 1000, message: "Diga o que deve ser visto de novo" }),
        state: noState,
      });
    case "pay":
      return z.object({
        side,
        day: z.iso
          .date("Informe o dia")
          .check(
            z.refine(
              (day) => day >= openedOn && day <= today,
              "O dia fica entre a abertura do pedido e hoje",
            ),
          ),
        words: noteField,
        state: noState,
      });
    case "recourse":
      return z.object({
        side,
        day: noDay,
        words: noteField,
        state: z.enum(recourseStates, "Escolha a situação"),
      });
  }
}

const MOST_DAYS = 60;

const texts: Record<
  Question,
  { title: string; text: string; words: string; help: string; button: string }
> = {
  ask: {
    title: "Pedir algo a uma das partes",
    text: "A pessoa recebe um e-mail com o pedido e a data. Até lá, o prazo da decisão não corre.",
    words: "O que falta",
    help: "A pessoa lê este texto no e-mail e na página do pedido.",
    button: "Enviar o pedido",
  },
  agree: {
    title: "Concordar com a decisão?",
    text: "A decisão passa a valer, e o locador e o locatário recebem um e-mail com ela. Não dá para desfazer.",
    words: "",
    help: "",
    button: "Concordar e avisar as partes",
  },
  "send-back": {
    title: "Devolver para nova decisão",
    text: "As partes não são avisadas, e os itens voltam a ser decididos.",
    words: "O que ver de novo",
    help: "Só a equipe lê.",
    button: "Devolver",
  },
  pay: {
    title: "Registrar o pagamento da garantia",
    text: "O locador e o locatário recebem um e-mail, e o recibo fica com eles.",
    words: "Anotação (opcional)",
    help: "Por exemplo, o código da transferência. Só a equipe lê.",
    button: "Registrar pagamento",
  },
  recourse: {
    title: "A recuperar do locatário",
    text: "Registra em que pé está. Nada é cobrado por aqui.",
    words: "Anotação (opcional)",
    help: "O que foi combinado. Só a equipe lê.",
    button: "Registrar",
  },
};

interface DeedDialogProps {
  claim: ClaimDetail;
  question: Question;
  onClose: () => void;
}

/** Asks what the deed needs to know. Open as long as it is rendered. */
function DeedDialog({ claim, question, onClose }: DeedDialogProps) {
  const { id, openedAt, recourse } = claim;
  const dialog = useRef<HTMLDialogElement>(null);
  const deed = useClaimDeed(id);
  const [today] = useState(() => todayInBrasilia());
  const [schema] = useState(() => rulesOf(question, todayInBrasilia(new Date(openedAt)), today));
  const { form, field } = useValidatedForm({ schema, names: ["side", "day", "words", "state"] });
  useEffect(() => dialog.current?.showModal(), []);
  const { title, text, words, help, button } = texts[question];
  const titleId = `claim-${question}-${id}`;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((given) => {
            if (deed.isPending) return;
            deed.mutate(deedOf(question, given), { onSuccess: () => dialog.current?.close() });
          })(event)
        }
      >
        <h2 id={titleId} className="text-card">
          {title}
        </h2>
        <p>{text}</p>
        {question === "pay" && <PaymentFacts claim={claim} />}
        {deed.isError && (
          <FormAlert key={deed.submittedAt}>
            <p>{whyNot(deed.error)}</p>
          </FormAlert>
        )}
        {question === "ask" && (
          <SelectField
            {...field("side")}
            id={`side-${id}`}
            texts={{ label: "De quem se espera" }}
            choosePlaceholder="Selecione"
            required
            options={[
              { value: "landlord", label: "Locador" },
              { value: "tenant", label: "Locatário" },
            ]}
          />
        )}
        {question === "recourse" && (
          <SelectField
            {...field("state")}
            id={`state-${id}`}
            texts={{ label: "Situação" }}
            choosePlaceholder="Selecione"
            required
            defaultValue={recourse?.state ?? ""}
            options={recourseStates.map((value) => ({ value, label: recourseTitles[value] }))}
          />
        )}
        {(question === "ask" || question === "pay") && (
          <TextField
            {...field("day")}
            id={`day-${id}`}
            type="date"
            defaultValue={question === "pay" ? today : inDays(5)}
            {...(question === "pay" ? { max: today } : { min: inDays(1), max: inDays(MOST_DAYS) })}
            texts={{ label: question === "pay" ? "Dia do pagamento" : "Até quando" }}
          />
        )}
        {words && (
          <TextAreaField
            {...field("words")}
            id={`words-${id}`}
            rows={4}
            maxLength={1000}
            texts={{ label: words, help }}
          />
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Voltar
          </button>
          <button type="submit" className="btn btn-primary" disabled={deed.isPending}>
            {deed.isPending && <SpinnerRing />}
            {button}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

type Given = z.output<ReturnType<typeof rulesOf>>;

function deedOf(question: Question, given: Given): ClaimDeed {
  const note = given.words || null;
  switch (question) {
    case "ask":
      return {
        name: "ask_for_claim",
        side: given.side === "tenant" ? "tenant" : "landlord",
        text: given.words,
        until: given.day,
      };
    case "agree":
      return { name: "second_claim", agrees: true, note };
    case "send-back":
      return { name: "second_claim", agrees: false, note };
    case "pay":
      return { name: "pay_claim", paidOn: given.day, note };
    case "recourse": {
      const state = recourseStates.find((known) => known === given.state) ?? "open";
      return { name: "set_claim_recourse", state, note };
    }
  }
}

/** How much goes where. */
function PaymentFacts({ claim: { toPay, payTo, payBy } }: { claim: ClaimDetail }) {
  return (
    <DataList className="rounded-md bg-sand-100 p-4 sm:grid-cols-2">
      <Datum label="Valor">{formatCurrency(toPay)}</Datum>
      <Datum label="Pagar até">{payBy ? formatShortDate(payBy) : null}</Datum>
      <Datum label="Conta do locador" className="col-span-full">
        {payTo ? <AccountLines account={payTo} /> : "O locador ainda não informou a conta."}
      </Datum>
    </DataList>
  );
}
