import type { ReactNode } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  columnOf,
  writeSent,
} from "../../../supabase/functions/_shared/contracts/fields/sent-fields.ts";
import { simulationFieldsWhere } from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { isMissing } from "../../backend/ask-as-staff.ts";
import { paths } from "../../config/paths.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { StatusBadge } from "../../ui/feedback/states.tsx";
import { SiteLink } from "../../ui/layout/links.tsx";
import { DetailState, casePath } from "../../ui/layout/list-and-detail.tsx";
import { DataList, SentFacts, Whole } from "../../ui/section/facts.tsx";
import { keyedPlaces } from "./keys.tsx";
import { SimulationStatus } from "./queue.tsx";
import { SimulationActions } from "./simulation-actions.tsx";
import {
  type OtherRequest,
  type SimulationDetail,
  type SimulationPart,
  type StaffTexts,
  useSimulationDetail,
  whatsappAddress,
} from "./simulation-detail.ts";
import { SimulationHistory } from "./simulation-history.tsx";
import type { Undoing } from "./use-decision.tsx";

interface ChosenSimulationProps {
  id: string;
  texts: StaffTexts;
  undoing: Undoing;
  /** Opens another request. */
  onOpen: (id: string) => void;
  renderDocuments: SimulationPart | undefined;
  renderOffer: SimulationPart | undefined;
}

/** The simulation beside the list, once it is read. */
export function ChosenSimulation({ id, ...card }: ChosenSimulationProps) {
  const { data, isError, error, isFetching, refetch } = useSimulationDetail(id);
  if (data) return <SimulationCard simulation={data} {...card} />;
  return (
    <DetailState
      isError={isError}
      isMissing={isMissing(error)}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      loading="Carregando simulação..."
      failed="Não foi possível carregar a simulação"
    />
  );
}

const personFields = simulationFieldsWhere(({ part }) => part === "person");
const propertyFields = simulationFieldsWhere(({ part }) => part === "property");
const remarks = simulationFieldsWhere(({ part }) => part === "remarks");
const factColumns =
  "grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] sm:grid-cols-2 [&_dd]:text-sm";

interface SimulationCardProps {
  simulation: SimulationDetail;
  texts: StaffTexts;
  undoing: Undoing;
  /** Opens another request. */
  onOpen: (id: string) => void;
  renderDocuments: SimulationPart | undefined;
  renderOffer: SimulationPart | undefined;
}

/** One simulation with everything that a decision needs. */
function SimulationCard(props: SimulationCardProps) {
  const { simulation, texts, undoing, onOpen, renderDocuments, renderOffer } = props;
  const { id, status, created_at, rejection_reason, contract } = simulation;
  const onDecided = () => undoing.onDecided(id);
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`name-${id}`}
      className="card card-border scroll-mt-20 p-5 sm:p-6"
    >
      <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={`name-${id}`} className="text-card wrap-anywhere">
            {simulation.full_name}
          </h2>
          <p className="text-soft text-sm">
            <Whole className="tabular-nums">{simulation.protocol}</Whole>
            {" · "}
            <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            {contract && (
              <>
                {" · contrato "}
                <SiteLink href={casePath(paths.staffContracts, contract.id)} className="underline">
                  {contract.number}
                </SiteLink>
              </>
            )}
          </p>
        </div>
        <SimulationStatus status={status} />
      </header>
      {status === "pending" && (
        <SimulationActions simulation={simulation} texts={texts} undoing={undoing} />
      )}
      <SimulationAnalysis simulation={simulation} onOpen={onOpen} />
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <CardPart title="Dados pessoais">
          <DataList className={factColumns}>
            <SentFacts fields={personFields} row={simulation} />
          </DataList>
        </CardPart>
        <CardPart title="Dados do imóvel">
          <DataList className={factColumns}>
            <SentFacts fields={propertyFields} row={simulation} />
          </DataList>
        </CardPart>
        {Object.entries(remarks).map(([name, field]) => {
          const text = writeSent(field, simulation[columnOf(name)]);
          return (
            text && (
              <CardPart key={name} title={field.title} isWide>
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              </CardPart>
            )
          );
        })}
        {rejection_reason && (
          <CardPart title="Motivo da rejeição" isWide>
            <p className="whitespace-pre-line wrap-anywhere">{rejection_reason}</p>
          </CardPart>
        )}
      </div>
      <p className="mt-6">
        <a
          href={whatsappAddress(texts, simulation)}
          className="btn btn-outline"
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="chat" className="size-5" />
          Falar pelo WhatsApp
        </a>
      </p>
      {renderDocuments && (
        <div {...keyedPlaces.documents} tabIndex={-1} className="mt-8 scroll-mt-20">
          {renderDocuments(simulation, onDecided)}
        </div>
      )}
      {renderOffer && (
        <div {...keyedPlaces.offer} tabIndex={-1} className="mt-8 scroll-mt-20">
          {renderOffer(simulation, onDecided)}
        </div>
      )}
      <SimulationHistory simulation={simulation} />
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
    <section className={isWide ? "rounded-md bg-sand-100 p-5 xl:col-span-full" : ""}>
      <h3 className="mb-3 border-b border-sand-200 pb-2 text-base">{title}</h3>
      {children}
    </section>
  );
}

interface SimulationAnalysisProps {
  simulation: SimulationDetail;
  /** Opens another request. */
  onOpen: (id: string) => void;
}

/** What an analyst would work out: rent to income, age, and what else this person has sent. */
function SimulationAnalysis({ simulation, onOpen }: SimulationAnalysisProps) {
  const { age, rent_share, repeated_cpf, others } = simulation;
  return (
    <div className="mb-6 grid gap-3 rounded-md bg-sand-100 p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span>
          Aluguel sobre a renda:{" "}
          <strong className="tabular-nums">
            {rent_share === null ? "sem renda informada" : `${rent_share}%`}
          </strong>
        </span>
        <span>
          Idade: <strong className="tabular-nums">{age} anos</strong>
        </span>
        {repeated_cpf && <StatusBadge tone="waiting">Outro pedido com este CPF</StatusBadge>}
      </p>
      {others.length > 0 && (
        <div>
          <h3 className="text-sm">Outros pedidos desta pessoa</h3>
          <ul className="mt-1 grid gap-1">
            {others.map((other) => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <button
                  type="button"
                  className="underline tabular-nums"
                  onClick={() => onOpen(other.id)}
                >
                  <Whole>{other.protocol}</Whole>
                </button>
                <time dateTime={other.createdAt}>{formatDateTime(other.createdAt)}</time>
                <SimulationStatus status={other.status} />
                <span className="text-soft">{describeSame(other)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const names = { cpf: "CPF", email: "e-mail", phone: "telefone" } as const;
const join = new Intl.ListFormat("pt-BR", { type: "conjunction" });

function describeSame({ same }: OtherRequest): string {
  return `mesmo ${join.format(same.map((datum) => names[datum]))}`;
}
