import { useState } from "react";
import * as z from "zod/mini";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { type Charge, titleCharge } from "#contracts/payments/payments.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { addDays } from "../../../formats/dates.ts";
import { TextField } from "../../../ui/form/controls.tsx";
import { FormDialog, noFields } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { useCloseUnpaid, useGiveNotice } from "./payment-actions.ts";

/** Maximum days that private.give_notice accepts between a notice and its last day to pay. */
const longestNotice = 90;

interface OverdueActionsProps {
  charge: Charge;
  /** Minimum days between a notice and its last day to pay. */
  noticeDays: number;
  today: string;
}

/**
 * Offers the next step for the oldest overdue fee: announce the end of the contract, or end it when the last day to pay
 * has passed.
 */
export function OverdueActions({ charge, noticeDays, today }: OverdueActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { noticeOn } = charge;
  const onClose = () => setIsAsking(false);
  if (noticeOn !== null && noticeOn >= today) return null;
  return noticeOn === null ? (
    <>
      <StaffButton needs="money" className="btn-outline btn-sm" onClick={() => setIsAsking(true)}>
        Avisar do encerramento
      </StaffButton>
      {isAsking && <NoticeDialog {...{ charge, noticeDays, today, onClose }} />}
    </>
  ) : (
    <>
      <StaffButton needs="contracts" className="btn-error btn-sm" onClick={() => setIsAsking(true)}>
        Encerrar por falta de pagamento
      </StaffButton>
      {isAsking && <CloseDialog charge={charge} onClose={onClose} />}
    </>
  );
}

const failed = "Nada mudou. O que você escreveu continua aqui: tente novamente.";

const describe = (charge: Charge) =>
  `${titleCharge(charge)}: faltam ${formatCurrency(charge.open)}.`;

/** Returns the schema of a notice, with the limits of the database. Days are written as YYYY-MM-DD. */
function noticeRules(noticeDays: number, today: string) {
  return z.object({
    noticeOn: z.iso
      .date("Informe o dia")
      .check(
        z.refine(
          (day) => day >= addDays(today, noticeDays) && day <= addDays(today, longestNotice),
          `O aviso dá ao locatário de ${noticeDays} a ${longestNotice} dias`,
        ),
      ),
  });
}

interface NoticeDialogProps extends OverdueActionsProps {
  onClose: () => void;
}

function NoticeDialog({ charge, noticeDays, today, onClose }: NoticeDialogProps) {
  const sending = useGiveNotice();
  const [schema] = useState(() => noticeRules(noticeDays, today));
  const form = useValidatedForm({ schema, names: ["noticeOn"] });
  const first = addDays(today, noticeDays);
  return (
    <FormDialog
      title="Avisar do encerramento"
      form={form}
      sending={sending}
      onSubmit={({ noticeOn }, callbacks) =>
        sending.mutate({ id: charge.id, day: noticeOn }, callbacks)
      }
      failed={failed}
      submitLabel="Avisar o locatário"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        {describe(charge)} O locatário recebe um e-mail com a data e como pagar. Só depois dela o
        contrato pode ser encerrado por falta de pagamento; o pagamento até lá desfaz o aviso.
      </p>
      <TextField
        {...form.field("noticeOn")}
        id={`notice-${charge.id}`}
        type="date"
        defaultValue={first}
        min={first}
        max={addDays(today, longestNotice)}
        texts={{ label: "Esperar o pagamento até" }}
      />
    </FormDialog>
  );
}

function CloseDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const sending = useCloseUnpaid();
  const form = useValidatedForm(noFields);
  return (
    <FormDialog
      title="Encerrar por falta de pagamento"
      form={form}
      sending={sending}
      onSubmit={(_none, callbacks) => sending.mutate({ id: charge.id }, callbacks)}
      failed={failed}
      submitLabel="Encerrar o contrato"
      cancelLabel="Voltar"
      isDestructive
      onClose={onClose}
    >
      <p>
        {describe(charge)} O contrato termina hoje, o locatário é avisado por e-mail, e a carta
        passa a ser verificada como encerrada.
      </p>
    </FormDialog>
  );
}
