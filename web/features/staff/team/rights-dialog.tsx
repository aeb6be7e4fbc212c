import { useState } from "react";
import { rightPresets, rightTexts, staffRightsFormSchema } from "#contracts/staff-rights.ts";
import { type StaffRightsName, staffRightsName } from "#contracts/stored-values.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type Member, useMemberRights } from "./team-queries.ts";

/** Asks which rights a member has. A preset ticks the rights of one kind of work; only the ticks count. */
export function RightsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const saving = useMemberRights(member);
  const validated = useValidatedForm({ schema: staffRightsFormSchema, names: ["rights"] });
  const { register, setValue, watch } = validated.form;
  const [seen] = useState(member.rights);
  // The values are set and not read from the boxes, because a group of registered boxes ticks more than it is given.
  register("rights", { value: [...seen] });
  const { error } = validated.field("rights");
  const chosen = watch("rights") ?? seen;
  const choose = (rights: readonly StaffRightsName[]) =>
    setValue("rights", [...rights], { shouldDirty: true, shouldValidate: true });
  return (
    <FormDialog
      title={<>Direitos de {member.full_name ?? member.email}</>}
      form={validated}
      sending={saving}
      onSubmit={({ rights: wanted }, callbacks) =>
        saving.mutate({ rights: wanted, seen }, callbacks)
      }
      failed="Os direitos não foram alterados. Tente novamente."
      submitLabel="Salvar direitos"
      onClose={onClose}
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2 text-sm font-semibold">Marcar os direitos de</legend>
        {rightPresets.map((preset) => (
          <Button
            key={preset.title}
            className="btn-outline btn-sm"
            onClick={() => choose(preset.rights)}
          >
            {preset.title}
          </Button>
        ))}
      </fieldset>
      <fieldset className="grid gap-3" {...(error && { "aria-describedby": "rights-error" })}>
        <legend className="mb-2 text-sm font-semibold">O que esta pessoa pode fazer</legend>
        {staffRightsName.map((right) => (
          <label key={right} className="flex items-start gap-3">
            <input
              type="checkbox"
              className="checkbox checkbox-primary"
              value={right}
              checked={chosen.includes(right)}
              onChange={({ target: { checked } }) =>
                choose(
                  staffRightsName.filter((name) =>
                    name === right ? checked : chosen.includes(name),
                  ),
                )
              }
            />
            <span>
              {rightTexts[right].title}
              <span className="block text-sm text-muted">{rightTexts[right].allows}</span>
            </span>
          </label>
        ))}
        {error && (
          <p id="rights-error" className="text-sm font-semibold text-error">
            {error}
          </p>
        )}
      </fieldset>
      <p className="text-sm text-muted">
        Aprovar e pagar, gerir a equipe e gerir a empresa pedem a verificação em duas etapas.
      </p>
    </FormDialog>
  );
}
