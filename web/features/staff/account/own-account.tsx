import { useState } from "react";
import * as z from "zod/mini";
import { staffPasswordChangeFormSchema } from "#contracts/accounts.ts";
import { textField } from "#contracts/fields/text.ts";
import { deviceToken } from "../../../backend/contract-session.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { passwordLook } from "../../../content/password-field.tsx";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import type { StaffAccount } from "../shell/staff-account.ts";

const nameFields = defineFields(
  z.object({
    fullName: textField({ min: 3, max: 100, message: "Informe o seu nome, com 3 letras ou mais" }),
  }),
  { fullName: { control: "text", id: "own-name", autoComplete: "name", stopsAtLimit: true } },
);

/** Lets the signed-in person change their own name, which colleagues see in histories and lists. */
export function OwnName({ account }: { account: StaffAccount }) {
  const form = useValidatedForm(nameFields);
  const naming = useStaffAction({
    ask: (client, { fullName }: { fullName: string }) =>
      client.rpc("set_my_name", { full_name: fullName }),
    changes: "everything",
  });
  const { submit, alert } = useFormSending({
    form,
    sending: naming,
    onSubmit: naming.mutate,
    failed: "O nome não foi guardado. Tente novamente.",
  });
  return (
    <section className="card card-border max-w-[44rem]" aria-labelledby="own-name-title">
      <Form className="grid gap-5" onSubmit={submit}>
        <h2 id="own-name-title" className="text-card">
          Seu nome
        </h2>
        <Fields
          table={nameFields}
          field={(name) => ({ defaultValue: account.full_name ?? "", ...form.field(name) })}
          texts={{
            fullName: { label: "Nome", help: "É como a equipe vê você nos históricos." },
          }}
        />
        {alert}
        <p className="flex flex-wrap items-center gap-4">
          <Button isBusy={naming.isPending}>Guardar nome</Button>
          {/* A toast would cover the button on a phone, so the success message is shown here. */}
          <output className="text-sm font-semibold">{naming.isSuccess && "Nome guardado"}</output>
        </p>
      </Form>
    </section>
  );
}

/** Lets the signed-in person turn their daily morning e-mail on or off. */
export function OwnDigest({ account }: { account: StaffAccount }) {
  const setting = useStaffAction({
    ask: (client, wanted: boolean) => client.rpc("set_my_digest", { wanted }),
    changes: ["staff-account"],
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
      <ActionAlert action={setting}>A escolha não foi guardada. Tente novamente.</ActionAlert>
    </section>
  );
}

const passwordFields = defineFields(staffPasswordChangeFormSchema, {
  currentPassword: passwordLook({ id: "own-current-password", autoComplete: "current-password" }),
  newPassword: passwordLook({ id: "own-new-password", autoComplete: "new-password" }),
});

/** Lets the signed-in person change their own password. The change ends all their other sessions. */
export function OwnPassword() {
  const [device] = useState(deviceToken.read);
  const form = useValidatedForm(passwordFields);
  const change = useStaffAction({
    call: (body: { currentPassword: string; newPassword: string }) => ({
      name: "change-staff-password",
      body: { ...body, device },
      data: z.object({}),
    }),
    success: () => ({
      title: "Senha alterada com sucesso!",
      description: "O acesso em outros aparelhos foi encerrado.",
      tone: "success",
    }),
    onSuccess() {
      deviceToken.keep(device);
      form.form.reset();
    },
  });
  const { submit, alert } = useFormSending({
    form,
    sending: change,
    onSubmit: change.mutate,
    failed: "A senha não foi alterada. Tente novamente.",
  });
  return (
    <section className="card card-border max-w-[44rem]" aria-labelledby="own-password-title">
      <Form className="grid gap-5" onSubmit={submit}>
        <h2 id="own-password-title" className="text-card">
          Senha
        </h2>
        <Fields
          table={passwordFields}
          field={form.field}
          texts={{
            currentPassword: { label: "Senha atual" },
            newPassword: {
              label: "Nova senha",
              help: "Pelo menos 12 caracteres. Senhas comuns ou que já vazaram não são aceitas.",
            },
          }}
        />
        {alert}
        <Button className="btn-outline justify-self-start" isBusy={change.isPending}>
          Alterar senha
        </Button>
      </Form>
    </section>
  );
}
