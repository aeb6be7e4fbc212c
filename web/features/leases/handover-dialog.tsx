import { useState } from "react";
import type * as z from "zod/mini";
import { handoverFormSchema } from "#contracts/leases/endings.ts";
import { TextAreaField, TextField } from "../../ui/form/controls.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import type { FormSending } from "../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";

/** Day of the keys as a side states it, with a note. */
export type StatedHandover = z.output<ReturnType<typeof handoverFormSchema>>;

type Sending<Answer> = FormSending<StatedHandover, StatedHandover, Answer>;

interface HandoverDialogProps<Answer> {
  /** First and last day of the contract, as YYYY-MM-DD. */
  bounds: readonly [first: string, last: string];
  /** Statement that the side made before. */
  stated?: { keysOn: string; note?: string | undefined } | undefined;
  stating: Sending<Answer>["sending"] & { mutate: Sending<Answer>["onSubmit"] };
  texts: {
    title: string;
    keysLabel: string;
    keysHelp: string;
    noteLabel: string;
    noteHelp: string;
    failedText: string;
    sendLabel: string;
    backLabel: string;
  };
  onClose: () => void;
}

/** Dialog in which tenant or landlord states the day on which the keys were returned. */
export function HandoverDialog<Answer>({
  bounds: [first, last],
  stated,
  stating,
  texts,
  onClose,
}: HandoverDialogProps<Answer>) {
  const [schema] = useState(() => handoverFormSchema(first, last));
  const form = useValidatedForm({ schema, names: ["keysOn", "note"] });
  return (
    <FormDialog
      title={texts.title}
      form={form}
      sending={stating}
      onSubmit={stating.mutate}
      failed={texts.failedText}
      submitLabel={texts.sendLabel}
      cancelLabel={texts.backLabel}
      onClose={onClose}
    >
      <TextField
        {...form.field("keysOn")}
        type="date"
        min={first}
        max={last}
        defaultValue={stated?.keysOn}
        texts={{ label: texts.keysLabel, help: texts.keysHelp }}
      />
      <TextAreaField
        {...form.field("note")}
        rows={3}
        maxLength={1000}
        defaultValue={stated?.note}
        texts={{ label: texts.noteLabel, help: texts.noteHelp }}
      />
    </FormDialog>
  );
}
