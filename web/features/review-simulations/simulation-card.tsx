import type { ReactNode } from "react";
import { formatCpf } from "../../formats/cpf.ts";
import { formatCurrency } from "../../../supabase/functions/_shared/contracts/formats/currency.ts";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { formatPhone } from "../../../supabase/functions/_shared/contracts/formats/phone.ts";
import { phoneHref } from "../../formats/phone.ts";
import { formatShortDate } from "../../formats/short-date.ts";
import { DataList, Datum } from "../../ui/section/data-list.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import type { Simulation } from "./list-simulations.ts";
import { SimulationActions } from "./simulation-actions.tsx";
import { SimulationHistory } from "./simulation-history.tsx";
import { SimulationStatus } from "./simulation-status.tsx";

/** One simulation with everything that a decision needs. */
export function SimulationCard({ simulation }: { simulation: Simulation }) {
  const { id, status, created_at, comments, rejection_reason, repeated_cpf } = simulation;
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`name-${id}`}
      className="card card-border scroll-mt-32 sm:p-8"
    >
      <header className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={`name-${id}`} className="text-card wrap-anywhere">
            {simulation.full_name}
          </h2>
          <p className="text-soft text-sm">
            <time dateTime={created_at}>{formatDateTime(created_at)}</time>
          </p>
          {repeated_cpf && (
            <p className="mt-2">
              <StatusBadge tone="neutral">Outro pedido com este CPF</StatusBadge>
            </p>
          )}
        </div>
        <SimulationStatus status={status} />
      </header>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <CardPart title="Dados pessoais">
          <DataList className="grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] sm:grid-cols-2 [&_dd]:max-sm:text-sm">
            <Datum label="E-mail" className="col-span-full">
              <a href={`mailto:${simulation.email}`}>{simulation.email}</a>
            </Datum>
            <Datum label="Telefone">
              <PhoneLink number={simulation.phone} />
            </Datum>
            <Datum label="CPF">{formatCpf(simulation.cpf)}</Datum>
            <Datum label="Data de nascimento">{formatShortDate(simulation.birth_date)}</Datum>
            <Datum label="Renda mensal">{formatCurrency(simulation.monthly_income)}</Datum>
            <Datum label="Profissão">{simulation.occupation}</Datum>
          </DataList>
        </CardPart>
        <CardPart title="Dados do imóvel">
          <DataList className="grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] sm:grid-cols-2 [&_dd]:max-sm:text-sm">
            <Datum label="Endereço" className="col-span-full">
              {simulation.property_address}
            </Datum>
            <Datum label="Cidade">{simulation.property_city}</Datum>
            <Datum label="Estado">{simulation.property_state}</Datum>
            <Datum label="Valor do aluguel">{formatCurrency(simulation.rental_value)}</Datum>
            <Datum label="Nome do proprietário">{simulation.owner_name}</Datum>
            <Datum label="Contato do proprietário">
              <PhoneLink number={simulation.owner_contact} />
            </Datum>
          </DataList>
        </CardPart>
        {comments && (
          <CardPart title="Observações" isWide>
            <p className="whitespace-pre-line wrap-anywhere">{comments}</p>
          </CardPart>
        )}
        {rejection_reason && (
          <CardPart title="Motivo da rejeição" isWide>
            <p className="whitespace-pre-line wrap-anywhere">{rejection_reason}</p>
          </CardPart>
        )}
      </div>
      {status === "pending" && <SimulationActions simulation={simulation} />}
      <SimulationHistory id={id} fullName={simulation.full_name} />
    </article>
  );
}

interface CardPartProps {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}

function CardPart({ title, isWide, children }: CardPartProps) {
  return (
    <section className={isWide ? "rounded-md bg-sand-100 p-5 lg:col-span-full" : ""}>
      <h3 className="mb-3 border-b border-sand-200 pb-2 text-base">{title}</h3>
      {children}
    </section>
  );
}

function PhoneLink({ number }: { number: string }) {
  return <a href={phoneHref(number)}>{formatPhone(number)}</a>;
}
