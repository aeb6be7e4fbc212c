import * as z from "zod/mini";
import { textAreaField } from "#contracts/fields/text.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

/** File of a report or a claim, with its title on the screen. */
export interface TitledFile {
  id: string;
  title: string;
}

interface SetAsideButtonProps {
  file: TitledFile;
  onAsk: (file: TitledFile) => void;
}

/** Button that asks for the reason to set a file aside. The caller shows `SetAsideDialog` outside of other forms. */
export function SetAsideButton({ file, onAsk }: SetAsideButtonProps) {
  return (
    <StaffButton
      needs="claims"
      className="btn-link btn-sm h-auto px-0 text-muted"
      onClick={() => onAsk(file)}
    >
      Pôr de lado<span className="sr-only"> {file.title}</span>
    </StaffButton>
  );
}

/** Tells that a file was set aside, and why. */
export function AsideReason({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <span className="block text-xs font-semibold whitespace-pre-line wrap-anywhere">
      Posto de lado, não vale como prova: {reason}
    </span>
  );
}

const schema = z.object({
  reason: textAreaField({
    min: 3,
    max: 500,
    message: "Diga por que o arquivo não vale como prova",
  }),
});

interface SetAsideDialogProps {
  file: TitledFile;
  onClose: () => void;
}

/** Dialog that sets a file aside, with a reason that both parties read. */
export function SetAsideDialog({ file: { id, title }, onClose }: SetAsideDialogProps) {
  const form = useValidatedForm({ schema, names: ["reason"] });
  const sending = useStaffAction({
    ask: (client, { reason }: z.output<typeof schema>) =>
      client.rpc("set_file_aside", { file_id: id, reason }),
    schema: z.object({ changed: z.boolean() }),
    success: ({ changed }) =>
      changed
        ? { title: "Arquivo posto de lado", tone: "success" }
        : { title: "Este arquivo já tinha sido posto de lado", tone: "info" },
    // The action changes the claim or the contract, and the history.
    changes: "everything",
  });
  return (
    <FormDialog
      title="Pôr o arquivo de lado?"
      form={form}
      sending={sending}
      onSubmit={sending.mutate}
      failed="Nada mudou. O texto continua aqui: tente novamente."
      submitLabel="Pôr de lado"
      cancelLabel="Voltar"
      size="question"
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {title}. O arquivo fica guardado, mas não vale como prova e não conta para o limite de quem
        o enviou. Não dá para desfazer.
      </p>
      <TextAreaField
        {...form.field("reason")}
        id={`aside-${id}`}
        rows={3}
        maxLength={500}
        texts={{ label: "Motivo", help: "As duas partes leem." }}
      />
    </FormDialog>
  );
}
