import { useState } from "react";
import * as z from "zod/mini";
import { textAreaField } from "#contracts/fields/text.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { Needs } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { simulationsKey } from "./queue.tsx";
import type { SimulationDetail } from "./simulation-detail.ts";

/** Lets staff take an approval back until conditions are out. */
export function TakeBackButton({ simulation }: { simulation: SimulationDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  if (simulation.line.offerStatus !== null) return null;
  return (
    <div className="mb-6">
      <Needs right="requests">
        <Button className="btn-outline" onClick={() => setIsAsking(true)}>
          Voltar a analisar
          <span className="sr-only"> (simulação de {simulation.full_name})</span>
        </Button>
      </Needs>
      {isAsking && <TakeBackDialog simulation={simulation} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

const schema = z.object({
  reason: textAreaField({ min: 3, max: 500, message: "Informe o motivo" }),
});

interface TakeBackDialogProps {
  simulation: SimulationDetail;
  onClose: () => void;
}

function TakeBackDialog({ simulation: { id, full_name }, onClose }: TakeBackDialogProps) {
  const form = useValidatedForm({ schema, names: ["reason"] });
  const taking = useStaffAction({
    ask: (client, { reason }: z.output<typeof schema>) =>
      client.rpc("take_back_approval", { simulation_id: id, reason }),
    schema: z.object({ changed: z.boolean() }),
    success: ({ changed }) =>
      changed
        ? {
            title: "Aprovação retirada",
            description: `${full_name} volta à fila.`,
            tone: "success",
          }
        : { title: "Nada mudou", description: `${full_name} já não está aprovado.`, tone: "info" },
    changes: simulationsKey,
  });
  return (
    <FormDialog
      title={`Voltar a analisar a simulação de ${full_name}?`}
      form={form}
      sending={taking}
      onSubmit={taking.mutate}
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Voltar a analisar"
      cancelLabel="Manter aprovada"
      isDestructive
      onClose={onClose}
    >
      <p>
        A simulação volta para “A decidir”. Se o e-mail de aprovação já saiu, a página do pedido
        volta a dizer que está em análise: fale com a pessoa.
      </p>
      <TextAreaField
        {...form.field("reason")}
        id={`take-back-${id}`}
        rows={3}
        maxLength={500}
        texts={{ label: "Motivo", help: "Só a equipe lê. Fica anotado no caso." }}
      />
    </FormDialog>
  );
}
