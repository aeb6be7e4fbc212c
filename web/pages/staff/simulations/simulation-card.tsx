import { formatDateTime } from "#contracts/fields/formats.ts";
import { columnOf, writeSent } from "#contracts/fields/sent-fields.ts";
import { simulationFieldsWhere } from "#contracts/requests/simulation-request.ts";
import type { StaffTextsQueryResult } from "../../../content/sanity.types.ts";
import { CasePerson } from "../../../backend/staff/staff-hooks.ts";
import { staffPaths } from "../../../config/staff-paths.ts";
import { Icon } from "../../../ui/brand/icons.tsx";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { CasePart, DataList, SentFacts, Whole } from "../../../ui/section/facts.tsx";
import { OfferPanel } from "../../../features/offers/staff/offer-panel.tsx";
import { RequestDocuments } from "../../../features/requests/staff/request-documents.tsx";
import { CaseWork } from "../../../features/staff/shell/case-work.tsx";
import { keyedPlaces } from "../../../features/requests/staff/keys.tsx";
import { SimulationStatus } from "../../../features/requests/staff/queue.tsx";
import {
  CorrectRequestButton,
  UncheckedCorrections,
} from "../../../features/requests/staff/request-corrections.tsx";
import { SimulationActions } from "../../../features/requests/staff/simulation-actions.tsx";
import {
  type SimulationDetail,
  approvalStep,
  useSimulationDetail,
  whatsappAddress,
} from "../../../features/requests/staff/simulation-detail.ts";
import {
  ApprovalFacts,
  TakeBackButton,
} from "../../../features/requests/staff/decision-dialogs.tsx";
import { BureauAnswers } from "../../../features/requests/staff/bureau-answers.tsx";
import { SimulationHistory } from "../../../features/requests/staff/simulation-history.tsx";
import type { Undoing } from "../../../features/requests/staff/use-decision.tsx";
import { SimulationAnalysis } from "./simulation-analysis.tsx";

export type SimulationTexts = NonNullable<StaffTextsQueryResult>;

interface ChosenSimulationProps {
  id: string;
  texts: SimulationTexts;
  undoing: Undoing;
  /** Opens another request of the same person. */
  onOpen: (id: string) => void;
}

export function ChosenSimulation({ id, ...card }: ChosenSimulationProps) {
  const query = useSimulationDetail(id);
  const { data } = query;
  if (data) {
    return (
      <CasePerson value={data.full_name}>
        <SimulationCard simulation={data} {...card} />
      </CasePerson>
    );
  }
  return (
    <QueryState
      query={query}
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

const conditionsWait =
  "As condições saem depois que outra pessoa também aprovar: o aluguel pesa muito na renda.";

interface SimulationCardProps extends Omit<ChosenSimulationProps, "id"> {
  simulation: SimulationDetail;
}

function SimulationCard({ simulation, texts, undoing, onOpen }: SimulationCardProps) {
  const { id, status, created_at, rejection_reason, contract, approval } = simulation;
  const step = approvalStep(simulation);
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
                <SiteLink href={casePath(staffPaths.contracts, contract.id)} className="underline">
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
      {status === "approved" && !contract && <TakeBackButton simulation={simulation} />}
      <UncheckedCorrections simulation={simulation} />
      <SimulationAnalysis simulation={simulation} onOpen={onOpen} />
      <BureauAnswers simulation={simulation} />
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <CasePart title="Dados pessoais">
          <DataList className={factColumns}>
            <SentFacts fields={personFields} row={simulation} />
          </DataList>
        </CasePart>
        <CasePart title="Dados do imóvel">
          <DataList className={factColumns}>
            <SentFacts fields={propertyFields} row={simulation} />
          </DataList>
        </CasePart>
        {Object.entries(remarks).map(([name, field]) => {
          const text = writeSent(field, simulation[columnOf(name)]);
          return (
            text && (
              <CasePart
                key={name}
                title={field.title}
                className="rounded-md bg-sand-100 p-5 xl:col-span-full"
              >
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              </CasePart>
            )
          );
        })}
        {status === "approved" && approval && (
          <CasePart title="Aprovação" className="rounded-md bg-sand-100 p-5 xl:col-span-full">
            <ApprovalFacts approval={approval} />
          </CasePart>
        )}
        {rejection_reason && (
          <CasePart
            title="Motivo da rejeição"
            className="rounded-md bg-sand-100 p-5 xl:col-span-full"
          >
            <p className="whitespace-pre-line wrap-anywhere">{rejection_reason}</p>
          </CasePart>
        )}
      </div>
      <p className="mt-6 flex flex-wrap gap-3">
        {!contract && <CorrectRequestButton simulation={simulation} />}
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
      <div {...keyedPlaces.documents} tabIndex={-1} className="mt-8 scroll-mt-20">
        <RequestDocuments
          simulationId={id}
          status={status}
          askNotes={texts.documentNotes}
          refusalReasons={texts.documentRefusals}
          askButton={keyedPlaces.askDocuments}
        />
        <CaseWork key={id} about={{ simulation_id: id }} />
      </div>
      <div {...keyedPlaces.offer} tabIndex={-1} className="mt-8 scroll-mt-20">
        {texts.rules && texts.plans && (
          <OfferPanel
            simulation={simulation}
            rules={{ ...texts.rules, ...texts.plans }}
            makeButton={keyedPlaces.makeOffer}
            {...((step === "first" || step === "waiting") && { holdReason: conditionsWait })}
            onDecided={() => undoing.onDecided({ id, name: simulation.full_name })}
          />
        )}
      </div>
      <SimulationHistory simulation={simulation} />
    </article>
  );
}
