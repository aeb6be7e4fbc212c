import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { staffPasswordChangeFormSchema } from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { textField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import { askAsStaff, callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { deviceToken } from "../../backend/contract-session.ts";
import { passwordLook } from "../../content/password-field.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { StaffAccount } from "./staff-account.ts";

const nameFields = defineFields(
  z.object({
    fullName: textField({ min: 3, max: 100, message: "Informe o seu nome, com 3 letras ou mais" }),
  }),
  { fullName: { control: "text", id: "own-name", autoComplete: "name", stopsAtLimit: true } },
);

/** How somebody of staff is called in histories and lists. */
export function OwnName({ account }: { account: StaffAccount }) {
  const backend = useBackend();
  const queries = useQueryClient();
  const { form, field } = useValidatedForm(nameFields);
  const naming = useMutation({
    mutationFn: ({ fullName }: { fullName: string }) =>
      askAsStaff(backend, (client) => client.rpc("set_my_name", { full_name: fullName })),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <section className="card card-border max-w-[44rem]" aria-labelledby="own-name-title">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!naming.isPending) naming.mutate(values);
          })(event)
        }
      >
        <h2 id="own-name-title" className="text-card">
          Seu nome
        </h2>
        <Fields
          table={nameFields}
          field={(name) => ({ defaultValue: account.full_name ?? "", ...field(name) })}
          texts={{
            fullName: { label: "Nome", help: "É como a equipe vê você nos históricos." },
          }}
        />
        {naming.isError && (
          <FormAlert key={naming.submittedAt}>
            <p>O nome não foi guardado. Tente novamente.</p>
          </FormAlert>
        )}
        <p className="flex flex-wrap items-center gap-4">
          <button type="submit" className="btn btn-outline" disabled={naming.isPending}>
            {naming.isPending && <SpinnerRing />}
            Guardar nome
          </button>
          {/* No toast: on a phone it would lie over the button. */}
          <output className="text-sm font-semibold">{naming.isSuccess && "Nome guardado"}</output>
        </p>
      </Form>
    </section>
  );
}

/** Turns the mail of the morning on and off. */
export function OwnDigest({ account }: { account: StaffAccount }) {
  const backend = useBackend();
  const queries = useQueryClient();
  const setting = useMutation({
    mutationFn: (wanted: boolean) =>
      askAsStaff(backend, (client) => client.rpc("set_my_digest", { wanted })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["staff-account"] }),
  });
  return (
    <section
      className="card card-border grid max-w-[44rem] gap-4"
      aria-labelledby="own-digest-title"
    >
      <h2 id="own-digest-title" className="text-card">
        Resumo da manhã
      </h2>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={setting.isPending ? setting.variables : account.wants_digest}
          disabled={setting.isPending}
          onChange={(event) => setting.mutate(event.target.checked)}
        />
        Receber um e-mail de segunda a sexta, de manhã, com o que espera pela equipe
      </label>
      <p className="text-soft text-sm">
        Só números e links, sem dados de ninguém. Quando nada espera, nada é enviado.
      </p>
      {setting.isError && (
        <FormAlert key={setting.submittedAt}>
          <p>A escolha não foi guardada. Tente novamente.</p>
        </FormAlert>
      )}
    </section>
  );
}

const passwordFields = defineFields(staffPasswordChangeFormSchema, {
  currentPassword: passwordLook({ id: "own-current-password", autoComplete: "current-password" }),
  newPassword: passwordLook({ id: "own-new-password", autoComplete: "new-password" }),
});

/** Changes the own password, given the old one; other sessions end, this one goes on. */
export function OwnPassword() {
  const backend = useBackend();
  const [device] = useState(deviceToken.read);
  const { form, field } = useValidatedForm(passwordFields);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      callAsStaff(backend, {
        name: "change-staff-password",
        body: { ...body, device },
        data: z.object({}),
      }),
    onSuccess: () => {
      deviceToken.keep(device);
      form.reset();
      showToast({
        title: "Senha alterada com sucesso!",
        description: "O acesso em outros aparelhos foi encerrado.",
        tone: "success",
      });
    },
    onError: (error) => {
      const fields = error instanceof CallFailure ? error.fields : {};
      for (const name of passwordFields.names) {
        if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true });
      }
    },
  });
  return (
    <section className="card card-border max-w-[44rem]" aria-labelledby="own-password-title">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!change.isPending) change.mutate(values);
          })(event)
        }
      >
        <h2 id="own-password-title" className="text-card">
          Senha
        </h2>
        <Fields
          table={passwordFields}
          field={field}
          texts={{
            currentPassword: { label: "Senha atual" },
            newPassword: {
              label: "Nova senha",
              help: "Pelo menos 12 caracteres. Senhas comuns ou que já vazaram não são aceitas.",
            },
          }}
        />
        {change.isError && (
          <FormAlert key={change.submittedAt}>
            <p>{change.error.message || "A senha não foi alterada. Tente novamente."}</p>
          </FormAlert>
        )}
        <button
          type="submit"
          className="btn btn-outline justify-self-start"
          disabled={change.isPending}
        >
          {change.isPending && <SpinnerRing />}
          Alterar senha
        </button>
      </Form>
    </section>
  );
}
