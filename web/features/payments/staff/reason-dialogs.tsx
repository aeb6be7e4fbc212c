import * as z from "zod/mini";
import { textAreaField } from "#contracts/fields/text.ts";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import type { FormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { useCancelRefund, useReversePayment } from "./payment-actions.ts";

interface Reasoned {
  id: string;
  reason: string;
}

interface ReasonDialogProps<Answer> {
  id: string;
  title: string;
  text: string;
  /** Sentence that says who reads the reason. */
  help: string;
  submitLabel: string;
  action: FormSending<Reasoned, Reasoned, Answer>["sending"] & {
    mutate: (
      reasoned: Reasoned,
      callbacks: { onSuccess: (answer: Answer) => void; onError: (error: Error) => void },
    ) => void;
  };
  onClose: () => void;
}

const schema = z.object({
  reason: textAreaField({ min: 3, max: 500, message: "Informe o motivo" }),
});

/** Dialog that asks for the reason of a reversal or cancellation. */
function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
  const { id, title, text, help, submitLabel, action, onClose } = props;
  const form = useValidatedForm({ schema, names: ["reason"] });
  return (
    <FormDialog
      title={title}
      form={form}
      sending={action}
      onSubmit={({ reason }, callbacks) => action.mutate({ id, reason }, callbacks)}
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel={submitLabel}
      cancelLabel="Voltar"
      isDestructive
      onClose={onClose}
    >
      <p>{text}</p>
      <TextAreaField
        {...form.field("reason")}
        id={`reason-${id}`}
        rows={3}
        maxLength={500}
        texts={{ label: "Motivo", help }}
      />
    </FormDialog>
  );
}

interface DialogProps {
  id: string;
  onClose: () => void;
}

/**
 * Dialog that reverses a booked payment, for example a payment booked by mistake. A part of a payment cannot be
 * reversed.
 */
export function ReverseDialog({ id, onClose }: DialogProps) {
  return (
    <ReasonDialog
      id={id}
      title="Estornar o pagamento?"
      text="O registro é desfeito por inteiro: o que ele pagava volta a ficar em aberto, uma devolução ainda não paga deixa de existir, e quem já tinha sido avisado recebe a correção por e-mail. O recibo passa a ser verificado como estornado."
      help="Fica no histórico. Quem recebe a correção por e-mail também lê."
      submitLabel="Estornar"
      action={useReversePayment()}
      onClose={onClose}
    />
  );
}

/** Dialog that cancels an unpaid refund. The amount can then be allocated to a charge or refunded again. */
export function CancelRefundDialog({ id, onClose }: DialogProps) {
  return (
    <ReasonDialog
      id={id}
      title="Cancelar a devolução?"
      text="O valor volta a ficar no contrato, a devolver ou a alocar."
      help="Fica no histórico. Só a equipe lê."
      submitLabel="Cancelar a devolução"
      action={useCancelRefund()}
      onClose={onClose}
    />
  );
}
