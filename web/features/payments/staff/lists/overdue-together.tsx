import { useState } from "react";
import * as z from "zod/mini";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { addDays } from "../../../../formats/dates.ts";
import { Button } from "../../../../ui/feedback/button.tsx";
import { TextField } from "../../../../ui/form/controls.tsx";
import { FormDialog } from "../../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../../ui/form/use-validated-form.ts";
import { useGiveNotices, useRemindOfFees } from "../payment-actions.ts";

interface OverdueTogetherProps {
  /** Ids of the ticked charges. */
  ids: string[];
  onDone: () => void;
}

/** Reminds the tenants of the ticked fees, or gives them a last day to pay. */
export function OverdueTogether({ ids, onDone }: OverdueTogetherProps) {
  const reminding = useRemindOfFees();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        className="btn-outline btn-sm"
        isBusy={reminding.isPending}
        onClick={() => reminding.mutate(ids, { onSuccess: onDone })}
      >
        Lembrar por e-mail
      </Button>
      <Button className="btn-outline btn-sm" onClick={() => setIsAsking(true)}>
        Avisar do encerramento
      </Button>
      {isAsking && <NoticesDialog ids={ids} onDone={onDone} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Days that the form proposes. The database knows the fewest days of the business rules and names them. */
const usualDays = 15;

const schema = z.object({ noticeOn: z.iso.date("Informe o dia") });

function NoticesDialog(props: OverdueTogetherProps & { onClose: () => void }) {
  const { ids, onDone, onClose } = props;
  const sending = useGiveNotices();
  const form = useValidatedForm({ schema, names: ["noticeOn"] });
  const [today] = useState(() => todayInBrasilia());
  return (
    <FormDialog
      title={`Avisar ${ids.length === 1 ? "1 locatário" : `${ids.length} locatários`} do encerramento`}
      form={form}
      sending={sending}
      onSubmit={({ noticeOn }, callbacks) =>
        sending.mutate(
          { ids, day: noticeOn },
          {
            ...callbacks,
            onSuccess(answer) {
              callbacks.onSuccess(answer);
              onDone();
            },
          },
        )
      }
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Avisar os locatários"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        Cada locatário recebe um e-mail com a data e como pagar. Só depois dela o contrato pode ser
        encerrado por falta de pagamento; o pagamento até lá desfaz o aviso.
      </p>
      <TextField
        {...form.field("noticeOn")}
        id="notices-day"
        type="date"
        defaultValue={addDays(today, usualDays)}
        min={today}
        texts={{ label: "Esperar o pagamento até" }}
      />
    </FormDialog>
  );
}
