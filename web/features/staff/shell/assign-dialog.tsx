import * as z from "zod/mini";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { useColleagues } from "../../../backend/staff/staff-queries.ts";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

export type Case = { simulation_id: string } | { contract_id: string };

const schema = z.object({
  /** Id of the new holder; empty for the person who fills in the form. */
  holder: z.string(),
  /** Day to look again, as YYYY-MM-DD; empty for none. */
  look_again_on: z.string(),
});

interface AssignDialogProps {
  about: Case;
  lookAgainOn: string | null;
  onClose: () => void;
}

/** Gives a case to a colleague or to oneself, with a day to look again. */
export function AssignDialog({ about, lookAgainOn, onClose }: AssignDialogProps) {
  const form = useValidatedForm({ schema, names: ["holder", "look_again_on"] });
  const team = useColleagues();
  const nameOf = (id: string) => {
    const member = team.data?.find(({ user_id }) => user_id === id);
    return member ? (member.full_name ?? member.email) : "você";
  };
  const assigning = useStaffAction({
    ask: (client, { holder, look_again_on }: z.output<typeof schema>) =>
      client.rpc("hold_case", {
        ...about,
        held: true,
        holder: holder || null,
        look_again_on: look_again_on || null,
      }),
    success: (_answer, { holder }) => `O caso está com ${nameOf(holder)}`,
    changes: "everything",
  });
  const holderField = form.field("holder");
  const options = (team.data ?? [])
    .filter(({ status }) => status === "active")
    .map(({ user_id, full_name, email }) => ({ value: user_id, label: full_name ?? email }));
  return (
    <FormDialog
      title="Quem fica com o caso, e quando ver de novo"
      form={form}
      sending={assigning}
      onSubmit={assigning.mutate}
      failed="Nada mudou. O que foi escolhido continua aqui: tente novamente."
      submitLabel="Guardar"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <SelectField
        {...holderField}
        id="assign-holder"
        options={options}
        error={
          holderField.error ??
          (team.isError ? "Os colegas não foram carregados: feche e tente de novo." : undefined)
        }
        choosePlaceholder="Fica comigo"
        texts={{ label: "Pessoa" }}
      />
      <TextField
        {...form.field("look_again_on")}
        id="assign-look-again"
        type="date"
        min={todayInBrasilia()}
        defaultValue={lookAgainOn ?? ""}
        texts={{ label: "Ver de novo em", help: "Opcional. O dia aparece na lista “Meus”." }}
      />
    </FormDialog>
  );
}
