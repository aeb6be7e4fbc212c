import { useState } from "react";
import * as z from "zod/mini";
import { formatCurrency, formatDateTime } from "#contracts/fields/formats.ts";
import { type StaffLimitsForm, staffLimitsFormSchema } from "#contracts/staff-limits.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import {
  type StaffLimits,
  staffLimitsKey,
  useStaffLimits,
} from "../../../backend/staff/staff-queries.ts";
import { Needs } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";

const look = { control: "text", inputMode: "numeric" } as const;
const limitFields = defineFields(staffLimitsFormSchema, {
  secondPersonAbove: look,
  feeRangePercent: look,
  accountWaitDays: look,
  rentWarnsPercent: look,
  rentSecondPercent: look,
});

const texts = {
  secondPersonAbove: {
    label: "Acima deste valor, em reais, duas pessoas concordam",
    help: "Conta tudo o que a mesma locação e o mesmo recebedor tiveram em doze meses.",
  },
  feeRangePercent: {
    label: "Quanto a taxa pode variar, em porcentagem",
    help: "Para mais e para menos. Fora da faixa, a proposta não é enviada.",
  },
  accountWaitDays: {
    label: "Espera de uma conta nova, em dias úteis",
    help: "Enquanto espera, nada é pago nela. Os termos prometem dois dias úteis ou mais.",
  },
  rentWarnsPercent: {
    label: "Parcela da renda que avisa, em porcentagem",
    help: "Quando o aluguel passa desta parte da renda, a simulação mostra um aviso.",
  },
  rentSecondPercent: {
    label: "Parcela da renda que pede duas pessoas, em porcentagem",
    help: "Quando o aluguel passa desta parte da renda, a aprovação espera por outra pessoa.",
  },
};

const describe: { [Name in keyof StaffLimitsForm]: (value: number) => string } = {
  secondPersonAbove: (value) => formatCurrency(value),
  feeRangePercent: (value) => `${value}%`,
  accountWaitDays: (value) => `${value} dias úteis`,
  rentWarnsPercent: (value) => `${value}% da renda`,
  rentSecondPercent: (value) => `${value}% da renda`,
};

const titles = {
  secondPersonAbove: "Duas pessoas acima de",
  feeRangePercent: "Variação da taxa",
  accountWaitDays: "Espera de uma conta nova",
  rentWarnsPercent: "Aluguel que avisa, acima de",
  rentSecondPercent: "Aluguel que pede duas pessoas, acima de",
};

/** Shows the limits of staff. A member with the right owner changes them and sees the last changes. */
export function StaffLimitsPanel() {
  const query = useStaffLimits();
  const { data } = query;
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando os limites..."
        failed="Não foi possível carregar os limites"
      />
    );
  }
  return (
    <div className="grid max-w-[44rem] gap-6">
      <section className="card card-border" aria-labelledby="limits-title">
        <h2 id="limits-title" className="mb-4 text-card">
          Valem agora
        </h2>
        <DataList className="sm:grid-cols-3">
          {limitFields.names.map((name) => (
            <Datum key={name} label={titles[name]}>
              {describe[name](data[name])}
            </Datum>
          ))}
        </DataList>
      </section>
      <Needs right="owner">
        <LimitsForm limits={data} />
        <LastChanges limits={data} />
      </Needs>
    </div>
  );
}

const savedSchema = z.object({ changed: z.boolean(), version: z.number() });

function LimitsForm({ limits }: { limits: StaffLimits }) {
  const form = useValidatedForm(limitFields);
  // The database refuses the change when a colleague has changed the limits that the person saw.
  const [seen, setSeen] = useState(limits);
  const saving = useStaffAction({
    ask: (client, wanted: StaffLimitsForm) =>
      client.rpc("set_staff_settings", { wanted, version: seen.version }),
    schema: savedSchema,
    success: ({ changed }) =>
      changed
        ? "Limites alterados"
        : { title: "Nada mudou", description: "Os limites já eram estes.", tone: "info" },
    changes: staffLimitsKey,
    onSuccess: ({ version }, values) => setSeen({ ...seen, ...values, version }),
  });
  const { submit, alert } = useFormSending({
    form,
    sending: saving,
    onSubmit: saving.mutate,
    failed: "Os limites não foram alterados. Tente novamente.",
  });
  /** Gives the new values to the fields that the person left as they were. */
  function adopt(): void {
    const { getValues, setValue } = form.form;
    for (const name of limitFields.names) {
      if (getValues(name) === String(seen[name])) setValue(name, String(limits[name]));
    }
    setSeen(limits);
  }
  return (
    <section className="card card-border" aria-labelledby="change-limits-title">
      <Form className="grid gap-5" onSubmit={submit}>
        <h2 id="change-limits-title" className="text-card">
          Mudar os limites
        </h2>
        <Fields
          table={limitFields}
          field={(name) => ({ defaultValue: String(seen[name]), ...form.field(name) })}
          texts={texts}
        />
        <ChangedMeanwhile from={seen} to={limits} onSeen={adopt} />
        {alert}
        <p>
          <Button className="btn-primary" isBusy={saving.isPending}>
            Salvar limites
          </Button>
        </p>
      </Form>
    </section>
  );
}

interface ChangedMeanwhileProps {
  from: StaffLimits;
  to: StaffLimits;
  onSeen: () => void;
}

/** Says what a colleague has changed since the form was opened. The typed values stay. */
function ChangedMeanwhile({ from, to, onSeen }: ChangedMeanwhileProps) {
  if (to.version <= from.version) return null;
  return (
    <div className="grid gap-2 rounded-md bg-amber-100 p-4 text-sm">
      <p className="font-semibold">
        Outra pessoa mudou os limites enquanto esta tela estava aberta:
      </p>
      <Differences from={from} to={to} />
      <p>O que você escreveu continua aqui.</p>
      <Button className="btn-outline btn-sm justify-self-start" onClick={onSeen}>
        Já conferi as mudanças
      </Button>
    </div>
  );
}

function Differences({ from, to }: { from: StaffLimitsForm; to: StaffLimitsForm }) {
  return limitFields.names
    .filter((name) => from[name] !== to[name])
    .map((name) => (
      <span key={name} className="block">
        {titles[name]}: de {describe[name](from[name])} para {describe[name](to[name])}
      </span>
    ));
}

function LastChanges({ limits: { changes } }: { limits: StaffLimits }) {
  return (
    <section className="card card-border" aria-labelledby="limit-changes-title">
      <h2 id="limit-changes-title" className="mb-4 text-card">
        Últimas mudanças
      </h2>
      {!changes || changes.length === 0 ? (
        <p className="text-soft text-sm">Ninguém mudou os limites ainda.</p>
      ) : (
        <ul className="grid gap-3 text-sm">
          {changes.map(({ at, who, from, to }) => (
            <li key={at}>
              <time dateTime={at} className="font-semibold">
                {formatDateTime(at)}
              </time>
              {" · "}
              {who ?? "Conta removida"}
              <Differences from={from} to={to} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
