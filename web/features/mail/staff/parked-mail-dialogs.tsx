import { useState } from "react";
import * as z from "zod/mini";
import { emailField } from "#contracts/fields/people.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

interface MailDialogProps {
  mail: { id: string; recipient: string | null };
  onClose: () => void;
}

export const changedSchema = z.object({ changed: z.boolean() });
/** Notice when a colleague has sent or dismissed the mail meanwhile. */
export const gone = {
  title: "Nada mudou",
  description: "Este e-mail já não está parado.",
  tone: "info",
} as const;

const reason = textAreaField({ min: 3, max: 500, message: "Informe o motivo" });
const reasonTexts = { label: "Motivo", help: "Só a equipe lê. Fica anotado no caso." };

const correctSchema = z.object({ address: emailField("Informe o e-mail"), reason });

/** Corrects the address in the case of a parked mail. The mails of the case then go to the new address. */
export function CorrectMailDialog({ mail: { id, recipient }, onClose }: MailDialogProps) {
  const [correctionId] = useState(() => crypto.randomUUID());
  const form = useValidatedForm({ schema: correctSchema, names: ["address", "reason"] });
  const correcting = useStaffAction({
    ask: (client, typed: z.output<typeof correctSchema>) =>
      client.rpc("correct_mail_address", { mail_id: id, correction_id: correctionId, ...typed }),
    schema: changedSchema,
    success: ({ changed }, { address }) =>
      changed
        ? {
            title: "E-mail corrigido",
            description: `O que estava parado vai para ${address}.`,
            tone: "success",
          }
        : gone,
    changes: "everything",
  });
  return (
    <FormDialog
      title="Corrigir o e-mail"
      form={form}
      sending={correcting}
      onSubmit={correcting.mutate}
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Corrigir e reenviar"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        O e-mail muda também no caso. Links já enviados para o endereço anterior ({recipient})
        deixam de valer quando o novo for usado.
      </p>
      <TextField
        {...form.field("address")}
        id={`address-${id}`}
        type="email"
        autoComplete="off"
        defaultValue={recipient ?? ""}
        texts={{ label: "E-mail" }}
      />
      <TextAreaField
        {...form.field("reason")}
        id={`correct-${id}`}
        rows={3}
        maxLength={500}
        texts={reasonTexts}
      />
    </FormDialog>
  );
}

const dismissSchema = z.object({ reason });

/** Takes a parked mail out of the list. The mail is never sent. */
export function DismissMailDialog({ mail: { id, recipient }, onClose }: MailDialogProps) {
  const form = useValidatedForm({ schema: dismissSchema, names: ["reason"] });
  const dismissing = useStaffAction({
    ask: (client, typed: z.output<typeof dismissSchema>) =>
      client.rpc("dismiss_mail", { mail_id: id, ...typed }),
    schema: changedSchema,
    success: ({ changed }) =>
      changed
        ? {
            title: "E-mail dispensado",
            description: recipient ?? "Caixa da equipe",
            tone: "success",
          }
        : gone,
    changes: "everything",
  });
  return (
    <FormDialog
      title="Dispensar o e-mail?"
      form={form}
      sending={dismissing}
      onSubmit={dismissing.mutate}
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Dispensar"
      cancelLabel="Voltar"
      isDestructive
      onClose={onClose}
    >
      <p>O e-mail sai desta lista e não é mais enviado.</p>
      <TextAreaField
        {...form.field("reason")}
        id={`dismiss-${id}`}
        rows={3}
        maxLength={500}
        texts={reasonTexts}
      />
    </FormDialog>
  );
}
