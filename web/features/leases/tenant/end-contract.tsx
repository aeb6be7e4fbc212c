import { useEffect, useState } from "react";
import * as z from "zod/mini";
import {
  type ContractEnding,
  askedEndings,
  endingFormSchema,
  endingWords,
} from "#contracts/leases/endings.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { useTenantAction } from "../../../backend/ask-as-tenant.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { takesProof } from "../handover-rules.ts";
import { AskedEnding } from "./asked-ending.tsx";
import { type Contract, type ContractTexts, termOf } from "./contract-data.ts";

interface EndContractProps {
  contract: Contract;
  ending: ContractEnding | null;
  texts: ContractTexts["ending"];
  retryLabel: string;
}

/** Lets a tenant ask for the end of a contract, state the day of the keys, and follow the request. */
export function EndContract({ contract, ending, texts, retryLabel }: EndContractProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isRunning } = termOf(contract);
  const open = ending && ending.status !== "withdrawn" ? ending : null;
  // After the contract has ended, the tenant can still send the receipt of the keys.
  if (!isRunning && (open === null || !takesProof(open, "tenant"))) return null;
  return (
    <section className="card card-border grid gap-3 print:hidden" aria-labelledby="ending-title">
      <h2 id="ending-title" className="text-card">
        {open ? texts.askedTitle : texts.title}
      </h2>
      {open ? (
        <AskedEnding contract={contract} ending={open} texts={texts} retryLabel={retryLabel} />
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

const askedSchema = z.object({ outcome: z.string(), protocol: z.optional(z.string()) });

/** Dialog that asks for reason and day, and shows the consequences before sending. */
function AskEnding({ contract, texts, onClose }: AskEndingProps) {
  const { id, start_date, end_date, renews_contract_id } = contract;
  const isUpcoming = start_date > todayInBrasilia();
  const [endingId] = useState(() => crypto.randomUUID());
  const [schema] = useState(() => endingFormSchema(start_date, end_date));
  const validated = useValidatedForm({ schema, names: ["kind", "keysOn", "reason"] });
  const { form, field } = validated;
  /** Protocol of the open claim about which the tenant is asked before the request is sent again. */
  const [openClaim, setOpenClaim] = useState<string>();
  const asking = useTenantAction({
    ask: (client, { kind, keysOn, reason }: z.output<typeof schema>) =>
      client.rpc("ask_ending", {
        contract_id: id,
        ending_id: endingId,
        kind: kind ?? "cancelled-before-start",
        reason: reason ?? null,
        keys_on: kind === "never-began" ? null : (keysOn ?? null),
        despite_claim: openClaim !== undefined,
      }),
    schema: askedSchema,
    changes: ["contract"],
    onSuccess({ outcome, protocol }) {
      if (outcome === "claim") setOpenClaim(protocol);
    },
  });
  const [kind, keysOn] = form.watch(["kind", "keysOn"]);
  const neverBegan = kind === "never-began";
  const { unregister } = form;
  useEffect(() => {
    // A day that was typed before the field disappeared must not be judged.
    if (neverBegan) unregister("keysOn");
  }, [neverBegan, unregister]);
  const follows = isUpcoming
    ? texts.cancelFollowsText
    : neverBegan
      ? texts.neverBeganFollowsText
      : texts.followsText;
  // A renewal follows a period in which the lease had already begun.
  const kinds = askedEndings.filter((one) => one !== "never-began" || renews_contract_id === null);

  return (
    <FormDialog
      title={isUpcoming ? texts.cancelTitle : texts.title}
      form={validated}
      sending={asking}
      onSubmit={asking.mutate}
      mayClose={({ outcome }) => outcome !== "claim"}
      failed={texts.failedText}
      submitLabel={openClaim === undefined ? texts.sendLabel : texts.claimSendLabel}
      cancelLabel={texts.backLabel}
      onClose={onClose}
    >
      {!isUpcoming && (
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          <SelectField
            {...field("kind")}
            texts={{ label: texts.kindLabel }}
            options={kinds.map((value) => ({ value, label: texts.kinds[endingWords[value]] }))}
            choosePlaceholder={texts.kindPlaceholder}
          />
          {!neverBegan && (
            <TextField
              {...field("keysOn")}
              type="date"
              min={start_date}
              max={end_date}
              texts={{ label: texts.keysLabel, help: texts.keysHelp }}
            />
          )}
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
          {fillVariables(follows, { keys: formatShortDate(keysOn || todayInBrasilia()) })
            .split("\n")
            .map((line) => (
              <li key={line}>{line}</li>
            ))}
        </ul>
        <p className="mt-3">{texts.toldText}</p>
      </div>
      {openClaim !== undefined && (
        <p role="alert" className="rounded-md bg-amber-100 p-4 font-semibold">
          {fillVariables(texts.claimText, { protocol: openClaim })}
        </p>
      )}
    </FormDialog>
  );
}
