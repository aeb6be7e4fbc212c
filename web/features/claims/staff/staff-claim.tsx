import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { describeCaseEvents } from "#contracts/claims/case-events.ts";
import {
  type ClaimDetail,
  type ClaimItem,
  claimItemTitles,
  claimSideTitles,
} from "#contracts/claims/claims.ts";
import { paths } from "../../../config/paths.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { CasePart, DataList, Datum, HistoryList, Whole } from "../../../ui/section/facts.tsx";
import { CaseWork } from "../../staff/shell/case-work.tsx";
import { ClaimActions } from "./staff-claim-actions.tsx";
import { ClaimMoney } from "./claim-money.tsx";
import { ClaimFiles, CompareInspections } from "./claim-evidence.tsx";
import { useClaim } from "./claim-queries.ts";
import { ClaimStatus, describeTurn } from "./claim-state.tsx";
import { DecideClaim, type DecisionTexts } from "./decide-claim.tsx";

const columns = "grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]";

/** Shows one claim with items, proof, decisions, payment and actions. */
export function StaffClaim({ id, texts }: { id: string; texts: DecisionTexts }) {
  const query = useClaim(id);
  const { data } = query;
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando acionamento..."
        failed="Não foi possível carregar este acionamento"
      />
    );
  }
  const { contract, files } = data;
  const isToDecide = data.turn === "staff" && ["deciding", "appealed"].includes(data.stage);
  const renderItem = (item: ClaimItem) => <Item item={item} claim={data} />;
  return (
    <>
      <article className="card card-border grid gap-8 sm:p-8">
        <ClaimHead claim={data} />
        <ClaimActions claim={data} />
        <CasePart title="Contrato e limite">
          <DataList className={columns}>
            <Datum label="Contrato">
              <SiteLink href={casePath(paths.staffContracts, contract.id)}>
                <Whole>{contract.number}</Whole>
              </SiteLink>
            </Datum>
            <Datum label="Início">{formatShortDate(contract.startDate)}</Datum>
            <Datum label="Último dia da fiança">{formatShortDate(contract.lastDay)}</Datum>
            <Datum label="Limite da cobertura">{formatCurrency(data.limit)}</Datum>
            <Datum label="Resta do limite">{formatCurrency(data.limitLeft)}</Datum>
            <Datum label="Pedido">{formatCurrency(data.asked)}</Datum>
            <Datum label="Aceito">
              {data.granted === undefined ? null : formatCurrency(data.granted)}
            </Datum>
            <Datum label="Endereço do imóvel" className="col-span-full">
              {contract.propertyAddress}
            </Datum>
            <Datum label="Locatário">{contract.tenantName}</Datum>
            <Datum label="Locador">{contract.landlordName}</Datum>
            <Datum label="E-mail do locador" className="col-span-full">
              {data.landlordAddress ? (
                <>
                  <a href={`mailto:${data.landlordAddress}`}>{data.landlordAddress}</a>
                  {data.landlordAddressBy === "tenant" && " (endereço dado pelo locatário)"}
                </>
              ) : null}
            </Datum>
          </DataList>
        </CasePart>
        <CompareInspections contractId={contract.id} />
        <CasePart title="Itens">
          {isToDecide ? (
            <DecideClaim key={data.round} claim={data} texts={texts} renderItem={renderItem} />
          ) : (
            <ol className="grid gap-6">
              {data.items.map((item) => (
                <li key={item.id} className="grid gap-4 rounded-md border border-sand-300 p-4">
                  {renderItem(item)}
                </li>
              ))}
            </ol>
          )}
        </CasePart>
        <ClaimFiles
          title="Outros arquivos"
          files={files.filter(({ itemId }) => itemId === undefined)}
        />
        <FormerDecisions claim={data} />
        <ClaimMoney claim={data} />
        <CasePart title="Andamento">
          <HistoryList entries={describeCaseEvents(data.events)} />
        </CasePart>
      </article>
      <CaseWork key={contract.id} about={{ contract_id: contract.id }} />
    </>
  );
}

function ClaimHead({ claim }: { claim: ClaimDetail }) {
  const { protocol, stage, isOverdue, contract, openedAt, openedBy, wanted, appeal } = claim;
  const turn = describeTurn(claim.turn, claim.until, isOverdue);
  return (
    <div className="grid gap-4">
      <div>
        <header className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 text-card wrap-anywhere">
            {contract.landlordName} e {contract.tenantName}
          </h2>
          <ClaimStatus stage={stage} isOverdue={isOverdue} />
        </header>
        <p className="text-soft text-sm tabular-nums">
          <Whole>{protocol}</Whole> · aberto em {formatDateTime(openedAt)}{" "}
          {openedBy === "staff" ? "pela equipe" : "pelo locador"}
        </p>
      </div>
      {(turn || wanted || appeal) && (
        <div className="grid gap-2 rounded-md bg-sand-100 p-4 text-sm">
          {turn && <p className="font-semibold first-letter:uppercase">{turn}</p>}
          {wanted && (
            <p className="whitespace-pre-line wrap-anywhere">
              Pedimos ao {claimSideTitles[wanted.from].toLowerCase()}: {wanted.text}
            </p>
          )}
          {appeal && (
            <p className="whitespace-pre-line wrap-anywhere">
              Revisão pedida pelo {claimSideTitles[appeal.by].toLowerCase()} em{" "}
              {formatDateTime(appeal.at)}: {appeal.text}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function Item({ item, claim }: { item: ClaimItem; claim: ClaimDetail }) {
  const { id, kind, description, asked, granted, reason, clause, answer } = item;
  const files = claim.files.filter(({ itemId }) => itemId === id);
  const number = claim.items.findIndex((one) => one.id === id) + 1;
  return (
    <div className="grid gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="text-base">
          {number}. {claimItemTitles[kind]}
        </h4>
        <span className="font-semibold tabular-nums">{formatCurrency(asked)}</span>
      </header>
      <p className="text-sm whitespace-pre-line wrap-anywhere">{description}</p>
      <div className="grid gap-4 text-sm sm:grid-cols-2">
        <div>
          <p className="text-xs text-muted">Provas deste item</p>
          {files.length === 0 ? <p>Nenhum arquivo.</p> : <ClaimFiles files={files} />}
        </div>
        <div>
          <p className="text-xs text-muted">Resposta do locatário</p>
          <p className="whitespace-pre-line wrap-anywhere">
            {answer ??
              (claim.hearUntil < todayInBrasilia() ? "Não respondeu." : "Ainda sem resposta.")}
          </p>
        </div>
      </div>
      {granted !== undefined && (
        <div className="rounded-md bg-sand-100 p-3 text-sm">
          <p className="font-semibold">
            {granted === 0 ? "Não aceito" : `Aceito: ${formatCurrency(granted)}`}
          </p>
          {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
          {clause && <p className="text-muted">Cláusula {clause}</p>}
        </div>
      )}
    </div>
  );
}

/** Shows the decisions that a party asked to review. */
function FormerDecisions({ claim }: { claim: ClaimDetail }) {
  const { formerDecisions, items } = claim;
  return formerDecisions.map(({ round, decidedAt, items: decided }) => (
    <CasePart key={round} title={`Decisão de ${formatDateTime(decidedAt)}`}>
      <ul className="grid gap-2 text-sm">
        {decided.map(({ id, granted, reason }) => {
          const number = items.findIndex((one) => one.id === id) + 1;
          return (
            <li key={id} className="wrap-anywhere">
              Item {number}: {formatCurrency(granted)}
              {reason && ` (${reason})`}
            </li>
          );
        })}
      </ul>
    </CasePart>
  ));
}
