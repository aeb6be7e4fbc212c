import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { uploadHeaders, uploadedDocumentSchema } from "#contracts/requests/documents.ts";
import { type ContractEnding, askedEndings, endingFormSchema } from "#contracts/leases/endings.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { callAsParty, useTenantAction } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { describeUpload } from "../../../backend/files/upload-file.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { SpinnerRing } from "../../../ui/feedback/states.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { type Contract, type ContractTexts, termOf } from "./contract-data.ts";

interface EndContractProps {
  contract: Contract;
  ending: ContractEnding | null;
  texts: ContractTexts["ending"];
  retryLabel: string;
}

/** Lets a tenant ask for the end of a contract and follow it until it is confirmed. */
export function EndContract({ contract, ending, texts, retryLabel }: EndContractProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isRunning } = termOf(contract);
  const open = ending && ending.status !== "withdrawn" ? ending : null;
  // After the contract has ended, the tenant can still send the receipt of the keys.
  if (!isRunning && (!open?.keys_on || open.proof_at !== null)) return null;
  return (
    <section className="card card-border grid gap-3 print:hidden" aria-labelledby="ending-title">
      <h2 id="ending-title" className="text-card">
        {open ? texts.askedTitle : texts.title}
      </h2>
      {open ? (
        <AskedEnding ending={open} texts={texts} retryLabel={retryLabel} />
      ) : (
        <>
          <p>{texts.text}</p>
          <Button
            className="btn-outline max-sm:w-full sm:justify-self-start"
            onClick={() => setIsAsking(true)}
          >
            {texts.openLabel}
          </Button>
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

/** Dialog that asks for reason and day, and shows the consequences before sending. */
function AskEnding({ contract, texts, onClose }: AskEndingProps) {
  const { id, start_date, end_date } = contract;
  const isUpcoming = start_date > todayInBrasilia();
  const [endingId] = useState(() => crypto.randomUUID());
  const [schema] = useState(() => endingFormSchema(start_date, end_date));
  const validated = useValidatedForm({ schema, names: ["kind", "keysOn", "reason"] });
  const { form, field } = validated;
  const asking = useTenantAction({
    ask: (client, { kind, keysOn, reason }: z.output<typeof schema>) =>
      client.rpc("ask_ending", {
        contract_id: id,
        ending_id: endingId,
        kind: kind ?? "cancelled-before-start",
        reason: reason ?? null,
        keys_on: keysOn ?? null,
      }),
    schema: outcomeSchema,
    changes: ["contract"],
  });
  const keysOn = form.watch("keysOn");
  const day = keysOn || todayInBrasilia();

  return (
    <FormDialog
      title={isUpcoming ? texts.cancelTitle : texts.title}
      form={validated}
      sending={asking}
      onSubmit={asking.mutate}
      failed={texts.failedText}
      submitLabel={texts.sendLabel}
      cancelLabel={texts.backLabel}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

const wordsOf = { "moved-out": "movedOut", "end-of-lease": "leaseEnded", other: "other" } as const;

interface AskedEndingProps {
  ending: ContractEnding;
  texts: EndContractProps["texts"];
  retryLabel: string;
}

/** Shows the request and staff's question. The tenant can send the receipt of the keys or withdraw the request. */
function AskedEnding({ ending, texts, retryLabel }: AskedEndingProps) {
  const { id, protocol, status, keys_on, proof_at, question } = ending;
  const backend = useBackend();
  const queries = useQueryClient();
  const withdrawing = useTenantAction({
    ask: (client) => client.rpc("withdraw_ending", { ending_id: id }),
    schema: outcomeSchema,
    changes: ["contract"],
  });
  const sending = useMutation({
    mutationFn(file: File) {
      const body = new FormData();
      body.set("file", file);
      return callAsParty(backend, "tenant", {
        name: "upload-document",
        body,
        data: uploadedDocumentSchema,
        headers: { [uploadHeaders.documentId]: id },
      });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["contract"] }),
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
          <p>{sentenceOf(sending.error) || texts.failedText}</p>
          {sending.error && describeUpload(sending.error).canRetry && (
            <Button className="btn-outline mt-3" onClick={() => sending.mutate(sending.variables)}>
              {retryLabel}
            </Button>
          )}
        </FormAlert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {takesProof && (
          <>
            <input
              id="keys-proof"
              type="file"
              className="peer sr-only"
              accept={askedFilesFileType.join(",")}
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
          <Button
            className="btn-outline max-sm:w-full"
            isBusy={withdrawing.isPending}
            onClick={() => withdrawing.mutate()}
          >
            {texts.withdrawLabel}
          </Button>
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

const outcomeSchema = z.object({ outcome: z.string() });
