import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import {
  uploadHeaders,
  uploadedDocumentSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import {
  type ContractEnding,
  askedEndings,
  endingFormSchema,
} from "../../../supabase/functions/_shared/contracts/guarantee/endings.ts";
import {
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { askedDocumentsFileType } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { DataFailure, readReply } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { contractClient } from "../../backend/contract-session.ts";
import type { Client } from "../../backend/connect-supabase.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { DataList, Datum, Whole } from "../../ui/section/facts.tsx";
import { type Contract, type ContractTexts, termOf } from "./contract-data.ts";

interface EndContractProps {
  contract: Contract;
  ending: ContractEnding | null;
  texts: ContractTexts["ending"];
}

/** The end of a contract, by its tenant: asked for with the day of the keys, and followed until it is confirmed. */
export function EndContract({ contract, ending, texts }: EndContractProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isRunning } = termOf(contract);
  const open = ending && ending.status !== "withdrawn" ? ending : null;
  // A closed one still takes the receipt of its keys.
  if (!isRunning && (!open?.keys_on || open.proof_at !== null)) return null;
  return (
    <section className="card card-border grid gap-3 print:hidden" aria-labelledby="ending-title">
      <h2 id="ending-title" className="text-card">
        {open ? texts.askedTitle : texts.title}
      </h2>
      {open ? (
        <AskedEnding ending={open} texts={texts} />
      ) : (
        <>
          <p>{texts.text}</p>
          <button
            type="button"
            className="btn btn-outline max-sm:w-full sm:justify-self-start"
            onClick={() => setIsAsking(true)}
          >
            {texts.openLabel}
          </button>
        </>
      )}
      {isAsking && (
        <AskEnding contract={contract} texts={texts} onClose={() => setIsAsking(false)} />
      )}
    </section>
  );
}

interface AskEndingProps extends Pick<EndContractProps, "contract" | "texts"> {
  onClose: () => void;
}

/** Why and since when; before it is sent, what follows and who is told. Open as long as it is rendered. */
function AskEnding({ contract, texts, onClose }: AskEndingProps) {
  const { id, start_date, end_date } = contract;
  const isUpcoming = start_date > todayInBrasilia();
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  const backend = useBackend();
  const [endingId] = useState(() => crypto.randomUUID());
  const [schema] = useState(() => endingFormSchema(start_date, end_date));
  const { form, field } = useValidatedForm({ schema, names: ["kind", "keysOn", "reason"] });
  const asking = useMutation({
    mutationFn: (wish: Wish) => askEnding(backend, id, endingId, wish),
    onSuccess() {
      dialog.current?.close();
      return queries.invalidateQueries({ queryKey: ["contract"] });
    },
  });
  useEffect(() => dialog.current?.showModal(), []);
  const keysOn = form.watch("keysOn");
  const day = keysOn || todayInBrasilia();

  return (
    <Dialog ref={dialog} titleId="ask-ending" onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!asking.isPending) asking.mutate(values);
          })(event)
        }
      >
        <h2 id="ask-ending" className="text-card">
          {isUpcoming ? texts.cancelTitle : texts.title}
        </h2>
        {!isUpcoming && (
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
            <SelectField
              {...field("kind")}
              texts={{ label: texts.kindLabel }}
              options={askedEndings.map((value) => ({ value, label: texts.kinds[wordsOf[value]] }))}
              choosePlaceholder={texts.kindPlaceholder}
            />
            <TextField
              {...field("keysOn")}
              type="date"
              min={start_date}
              max={end_date}
              texts={{ label: texts.keysLabel, help: texts.keysHelp }}
            />
          </div>
        )}
        <TextAreaField
          {...field("reason")}
          rows={3}
          maxLength={1000}
          texts={{ label: texts.reasonLabel, help: texts.reasonHelp }}
        />
        <div className="rounded-md bg-sand-100 p-4">
          <h3 className="text-base">{texts.followsTitle}</h3>
          <ul className="mt-2 grid list-disc gap-1 pl-5">
            {fillVariables(isUpcoming ? texts.cancelFollowsText : texts.followsText, {
              keys: formatShortDate(day),
            })
              .split("\n")
              .map((line) => (
                <li key={line}>{line}</li>
              ))}
          </ul>
          <p className="mt-3">{texts.toldText}</p>
        </div>
        {asking.isError && (
          <FormAlert key={asking.submittedAt}>
            <p>{texts.failedText}</p>
          </FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            {texts.backLabel}
          </button>
          <button type="submit" className="btn btn-primary" disabled={asking.isPending}>
            {asking.isPending && <SpinnerRing />}
            {texts.sendLabel}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const wordsOf = { "moved-out": "movedOut", "end-of-lease": "leaseEnded", other: "other" } as const;

interface AskedEndingProps {
  ending: ContractEnding;
  texts: EndContractProps["texts"];
}

/** What was asked for, what staff want to know, and what can still be done: send the receipt, take it back. */
function AskedEnding({ ending, texts }: AskedEndingProps) {
  const { id, protocol, status, keys_on, proof_at, question } = ending;
  const backend = useBackend();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ["contract"] });
  const withdrawing = useMutation({
    mutationFn: () => withdrawEnding(backend, id),
    onSuccess: reload,
  });
  const sending = useMutation({
    mutationFn: (file: File) => sendProof(backend, id, file),
    onSuccess: reload,
  });
  const failed = withdrawing.error ?? sending.error;
  const isAsked = status === "asked";
  const takesProof = keys_on !== null && (isAsked || proof_at === null);
  return (
    <>
      <p>
        {isAsked
          ? texts.waitingText
          : fillVariables(texts.confirmedText, { keys: keys_on ? formatShortDate(keys_on) : "" })}
      </p>
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-3">
        <Datum label={texts.protocolLabel}>
          <Whole>{protocol}</Whole>
        </Datum>
        <Datum label={texts.keysLabel}>{keys_on && formatShortDate(keys_on)}</Datum>
        <Datum label={texts.proofLabel}>
          {keys_on && (proof_at === null ? texts.proofMissingText : texts.proofSentText)}
        </Datum>
      </DataList>
      {isAsked && question && (
        <p className="whitespace-pre-line wrap-anywhere">
          <strong className="block">{texts.questionLabel}</strong>
          {question}
        </p>
      )}
      {failed && (
        <FormAlert>
          <p>{sending.error?.message || texts.failedText}</p>
        </FormAlert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {takesProof && (
          <>
            <input
              id="keys-proof"
              type="file"
              className="peer sr-only"
              accept={askedDocumentsFileType.join(",")}
              aria-describedby="keys-proof-help"
              disabled={sending.isPending}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) sending.mutate(file);
                currentTarget.value = "";
              }}
            />
            <label
              htmlFor="keys-proof"
              className="btn btn-primary max-sm:w-full peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2"
            >
              {sending.isPending && <SpinnerRing />}
              {proof_at === null ? texts.sendProofLabel : texts.replaceProofLabel}
            </label>
          </>
        )}
        {isAsked && (
          <button
            type="button"
            className="btn btn-outline max-sm:w-full"
            disabled={withdrawing.isPending}
            onClick={() => withdrawing.mutate()}
          >
            {withdrawing.isPending && <SpinnerRing />}
            {texts.withdrawLabel}
          </button>
        )}
        {takesProof && (
          <span id="keys-proof-help" className="text-sm text-muted">
            {texts.proofHelp}
          </span>
        )}
      </div>
      <output className="font-semibold text-petrol-700 empty:hidden">
        {sending.isSuccess && texts.proofSentText}
      </output>
    </>
  );
}

type Wish = z.output<ReturnType<typeof endingFormSchema>>;

const outcomeSchema = z.object({ outcome: z.string() });

async function signedIn(backend: Backend | null): Promise<Client> {
  if (!backend) throw new DataFailure("unavailable");
  return contractClient(backend);
}

async function askEnding(
  backend: Backend | null,
  contractId: string,
  endingId: string,
  wish: Wish,
) {
  const client = await signedIn(backend);
  const reply = await client.rpc("ask_ending", {
    contract_id: contractId,
    ending_id: endingId,
    kind: wish.kind ?? "cancelled-before-start",
    reason: wish.reason ?? null,
    keys_on: wish.keysOn ?? null,
  });
  return outcomeSchema.parse(readReply(reply));
}

async function withdrawEnding(backend: Backend | null, endingId: string) {
  const client = await signedIn(backend);
  return outcomeSchema.parse(
    readReply(await client.rpc("withdraw_ending", { ending_id: endingId })),
  );
}

/** @throws CallFailure, with a sentence of the function's about the file. */
async function sendProof(backend: Backend | null, endingId: string, file: File) {
  const { data } = await (await signedIn(backend)).auth.getSession();
  const accessToken = data.session?.access_token;
  const body = new FormData();
  body.set("file", file);
  return callFunction(backend, {
    name: "upload-document",
    body,
    data: uploadedDocumentSchema,
    headers: { [uploadHeaders.documentId]: endingId },
    ...(accessToken && { accessToken }),
  });
}
