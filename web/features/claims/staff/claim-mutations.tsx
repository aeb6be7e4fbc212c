import { useState } from "react";
import * as z from "zod/mini";
import { formatCurrency, todayInBrasilia } from "#contracts/fields/formats.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import { claimWantedFormSchema } from "#contracts/claims/claim-forms.ts";
import { recourseStates, recourseTitles } from "#contracts/claims/claims.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { addDays } from "../../../formats/dates.ts";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { type ClaimDeed, nothingChanged, useClaimDeed } from "./claim-queries.tsx";
import { useSeenVersion } from "./claim-state.tsx";

/** Actions on a claim that first ask staff a question. */
export type ClaimQuestion = "ask" | "agree" | "send-back" | "recourse";

const side = z._default(z.string(), "");
const noDay = z._default(z.string(), "");
const noState = z._default(z.string(), "");
const noWords = z._default(z.string(), "");
const noteField = z.union([
  z.literal(""),
  textAreaField({ min: 1, max: 500, message: "Escreva até 500 caracteres" }),
]);

/** Returns the rules of the form for an action, like those of the database. `today` is YYYY-MM-DD. */
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
    text: "A decisão passa a valer, e o locador e o locatário recebem um e-mail com ela. Dá para desfazer por alguns segundos, até o e-mail sair.",
    words: "",
    help: "",
    button: "Concordar e avisar as partes",
  },
  "send-back": {
    title: "Devolver para nova decisão",
    text: "As partes não são avisadas, e os itens voltam a ser decididos. Numa revisão, voltam os valores da decisão anterior.",
    words: "O que ver de novo",
    help: "Só a equipe lê.",
    button: "Devolver",
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
  const { seen, notice } = useSeenVersion(claim);
  const deed = useClaimDeed(claim);
  const [today] = useState(() => todayInBrasilia());
  const [schema] = useState(() => rulesOf(question, today));
  const form = useValidatedForm({ schema, names: ["side", "day", "words", "state"] });
  const { field } = form;
  const { title, text, words, help, button } = texts[question];
  return (
    <FormDialog
      title={title}
      form={form}
      sending={deed}
      onSubmit={(given, callbacks) => deed.mutate(deedOf(question, given, seen), callbacks)}
      failed={nothingChanged}
      submitLabel={button}
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>{text}</p>
      {question === "agree" && <AgreedSums claim={claim} />}
      {question !== "recourse" && notice}
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
      {question === "ask" && (
        <TextField
          {...field("day")}
          id={`day-${id}`}
          type="date"
          defaultValue={addDays(today, 5)}
          min={addDays(today, 1)}
          max={addDays(today, MOST_DAYS)}
          texts={{ label: "Até quando" }}
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

/** Shows the amounts that the agreement makes final. */
function AgreedSums({ claim }: { claim: ClaimDetail }) {
  const { asked, granted = 0, recourse, limitLeft } = claim;
  return (
    <DataList className="grid-cols-2 rounded-md bg-sand-100 p-4">
      <Datum label="Pedido">{formatCurrency(asked)}</Datum>
      <Datum label="Valor aprovado">{formatCurrency(granted)}</Datum>
      <Datum label="A recuperar do locatário">{formatCurrency(recourse?.amount ?? 0)}</Datum>
      <Datum label="Limite para este pedido">{formatCurrency(limitLeft)}</Datum>
    </DataList>
  );
}

type Given = z.output<ReturnType<typeof rulesOf>>;

function deedOf(question: ClaimQuestion, given: Given, version: number): ClaimDeed {
  const note = given.words;
  switch (question) {
    case "ask":
      return {
        name: "ask_for_claim",
        side: given.side === "tenant" ? "tenant" : "landlord",
        text: given.words,
        until: given.day,
        version,
      };
    case "agree":
      return { name: "second_claim", version, agrees: true, note };
    case "send-back":
      return { name: "second_claim", version, agrees: false, note };
    case "recourse": {
      const state = recourseStates.find((known) => known === given.state) ?? "open";
      return { name: "set_claim_recourse", state, note: note || null };
    }
  }
}
