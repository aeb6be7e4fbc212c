import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import {
  formatCurrency,
  formatDocument,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import {
  type ClaimAccount,
  type ClaimDetail,
  claimWantedFormSchema,
  recourseStates,
  recourseTitles,
} from "#contracts/claims/claims.ts";
import { askedDocumentsFileType } from "#contracts/stored-values.ts";
import { addDays } from "../../../formats/dates.ts";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormFailure } from "../../../ui/form/form-failure.ts";
import { divideFailure } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { fileField, fileNotSent, useSendClaimFile } from "./attach-file.tsx";
import { type ClaimDeed, nothingChanged, useClaimDeed } from "./claim-queries.ts";

/** Actions on a claim that first ask staff a question. */
export type ClaimQuestion = "ask" | "agree" | "send-back" | "pay" | "recourse";

const side = z._default(z.string(), "");
const noDay = z._default(z.string(), "");
const noState = z._default(z.string(), "");
const noWords = z._default(z.string(), "");
const noFile = z.optional(fileField);
const noteField = z.union([
  z.literal(""),
  textAreaField({ min: 1, max: 500, message: "Escreva até 500 caracteres" }),
]);

/** Rules of the edge functions for these actions. Days are YYYY-MM-DD. */
function rulesOf(question: ClaimQuestion, today: string) {
  switch (question) {
    case "ask":
      return z.object({
        side: claimWantedFormSchema.shape.side,
        day: claimWantedFormSchema.shape.until.check(
          z.refine((day) => day > today, "Dê ao menos um dia para a resposta"),
          z.refine((day) => day <= addDays(today, MOST_DAYS), `Dê no máximo ${MOST_DAYS} dias`),
        ),
        words: claimWantedFormSchema.shape.text,
        state: noState,
        files: noFile,
      });
    case "agree":
      return z.object({ side, day: noDay, words: noWords, state: noState, files: noFile });
    case "send-back":
      return z.object({
        side,
        day: noDay,
        words: textAreaField({ min: 3, max: 1000, message: "Diga o que deve ser visto de novo" }),
        state: noState,
        files: noFile,
      });
    case "pay":
      return z.object({
        side,
        // The database checks that the day is not before the decision.
        day: z.iso
          .date("Informe o dia")
          .check(z.refine((day) => day <= today, "O dia fica entre a decisão e hoje")),
        words: noteField,
        state: noState,
        files: noFile,
      });
    case "recourse":
      return z.object({
        side,
        day: noDay,
        words: noteField,
        state: z.enum(recourseStates, "Escolha a situação"),
        files: noFile,
      });
  }
}

const MOST_DAYS = 60;

const texts: Record<
  ClaimQuestion,
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
  question: ClaimQuestion;
  onClose: () => void;
}

/** Dialog that asks for the data of an action. */
export function DeedDialog({ claim, question, onClose }: DeedDialogProps) {
  const { id, recourse } = claim;
  const deed = useClaimDeed(id);
  const proof = useSendClaimFile(id);
  const proofId = useRef(crypto.randomUUID());
  const [today] = useState(() => todayInBrasilia());
  const [schema] = useState(() => rulesOf(question, today));
  const form = useValidatedForm({ schema, names: ["side", "day", "words", "state", "files"] });
  const { field } = form;
  const { title, text, words, help, button } = texts[question];
  const sending = useMutation({
    async mutationFn(given: Given) {
      const file = given.files?.[0];
      if (file) {
        const sent = { id: proofId.current, kind: "payment", itemId: "", file } as const;
        // The receipt is sent first, so that a failed upload leaves no noted payment without it.
        await proof.mutateAsync(sent).catch(proofFailed);
      }
      return deed.mutateAsync(deedOf(question, given));
    },
  });
  return (
    <FormDialog
      title={title}
      form={form}
      sending={sending}
      onSubmit={sending.mutate}
      failed={nothingChanged}
      submitLabel={button}
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>{text}</p>
      {question === "pay" && <PaymentFacts claim={claim} />}
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
          defaultValue={question === "pay" ? today : addDays(today, 5)}
          {...(question === "pay"
            ? { max: today }
            : { min: addDays(today, 1), max: addDays(today, MOST_DAYS) })}
          texts={{ label: question === "pay" ? "Dia do pagamento" : "Até quando" }}
        />
      )}
      {question === "pay" && (
        <TextField
          {...field("files")}
          id={`proof-${id}`}
          type="file"
          accept={askedDocumentsFileType.join(",")}
          texts={{ label: "Comprovante (opcional)", help: "PDF ou foto, até 10 MB." }}
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
    </FormDialog>
  );
}

function proofFailed(error: Error): never {
  const { alert } = divideFailure(error, [], fileNotSent);
  throw new FormFailure(error.message, { sentence: `${alert} O pagamento não foi registrado.` });
}

type Given = z.output<ReturnType<typeof rulesOf>>;

function deedOf(question: ClaimQuestion, given: Given): ClaimDeed {
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

/** Shows an account in full, for the person who pays to it. */
export function AccountLines({ account }: { account: ClaimAccount }) {
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
