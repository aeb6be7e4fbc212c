import { useState } from "react";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { describeCaseEvents } from "#contracts/claims/case-events.ts";
import { claimSideTitles, closedClaimStages } from "#contracts/claims/claims.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { staffPaths } from "../../../config/staff-paths.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { CasePart, DataList, Datum, HistoryList, Whole } from "../../../ui/section/facts.tsx";
import { SetAsideDialog, type TitledFile } from "../../inspections/staff/set-file-aside.tsx";
import { CaseWork } from "../../staff/shell/case-work.tsx";
import { ClaimActions } from "./staff-claim-actions.tsx";
import { ClaimMoney } from "./claim-money.tsx";
import { ClaimFiles, CompareInspections } from "./claim-evidence.tsx";
import { ClaimDays, ClaimItemSheet, ClaimReviews, FormerDecisions } from "./claim-hearing.tsx";
import { useClaim } from "./claim-queries.tsx";
import { ClaimStatus, describeTurn } from "./claim-state.tsx";
import { DecideClaim, type DecisionTexts } from "./decide-claim.tsx";

const columns = "grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))]";

/** Shows one claim with items, proof, decisions, payment and actions. */
export function StaffClaim({ id, texts }: { id: string; texts: DecisionTexts }) {
  const query = useClaim(id);
  const { data } = query;
  const [aside, setAside] = useState<TitledFile | null>(null);
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando acionamento..."
        failed="Não foi possível carregar este acionamento"
      />
    );
  }
  const { contract, files, round, stage } = data;
  const onSetAside = closedClaimStages.includes(stage) ? undefined : setAside;
  return (
    <>
      <article className="card card-border grid gap-8 sm:p-8">
        <ClaimHead claim={data} />
        <ClaimActions claim={data} />
        <ClaimContract claim={data} />
        <ClaimDays claim={data} />
        <CompareInspections claimId={id} files={data.inspections} />
        <ClaimReviews claim={data} />
        <CasePart title="Itens">
          <DecideClaim
            key={round}
            claim={data}
            texts={texts}
            renderItem={(item) => (
              <ClaimItemSheet item={item} claim={data} onSetAside={onSetAside} />
            )}
          />
        </CasePart>
        <ClaimFiles
          title="Outros arquivos"
          onSetAside={onSetAside}
          files={files.filter(({ itemId }) => itemId === undefined)}
        />
        <FormerDecisions claim={data} />
        <ClaimMoney claim={data} />
        <CasePart title="Andamento">
          <HistoryList entries={describeCaseEvents(data.events)} />
        </CasePart>
      </article>
      <CaseWork key={contract.id} about={{ contract_id: contract.id }} />
      {aside && <SetAsideDialog file={aside} onClose={() => setAside(null)} />}
    </>
  );
}

function ClaimHead({ claim }: { claim: ClaimDetail }) {
  const { protocol, stage, isOverdue, contract, openedAt, openedBy, wanted, withdrawnWhy } = claim;
  const turn = describeTurn(claim.turn, claim.until, isOverdue);
  const isOthersReview = stage === "review" && claim.turn === "staff" && !claim.mayDecide;
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
      {(turn || withdrawnWhy) && (
        <div className="grid gap-2 rounded-md bg-sand-100 p-4 text-sm">
          {turn && <p className="font-semibold first-letter:uppercase">{turn}</p>}
          {wanted && (
            <p className="whitespace-pre-line wrap-anywhere">
              Pedimos ao {claimSideTitles[wanted.from].toLowerCase()}: {wanted.text}
            </p>
          )}
          {isOthersReview && (
            <p>Você já decidiu este pedido: a revisão é de outra pessoa da equipe.</p>
          )}
          {withdrawnWhy && (
            <p>
              {withdrawnWhy === "cancelled"
                ? "Encerrado sem pagamento: o contrato foi cancelado."
                : "O locador retirou o pedido."}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function ClaimContract({ claim }: { claim: ClaimDetail }) {
  const { contract, landlordAddress, addresses } = claim;
  const speaking = addresses.filter(
    ({ standing, confirmed_at }) => standing === "acts" && confirmed_at !== null,
  );
  return (
    <CasePart title="Contrato e limite">
      <DataList className={columns}>
        <Datum label="Contrato">
          <SiteLink href={casePath(staffPaths.contracts, contract.id)}>
            <Whole>{contract.number}</Whole>
          </SiteLink>
        </Datum>
        <Datum label="Início">{formatShortDate(contract.startDate)}</Datum>
        <Datum label="Último dia da fiança">{formatShortDate(contract.lastDay)}</Datum>
        <Datum label="Dia do dano">{formatShortDate(claim.happenedOn)}</Datum>
        <Datum label="Limite da cobertura">{formatCurrency(claim.limit)}</Datum>
        <Datum label="Resta do limite">{formatCurrency(claim.limitLeft)}</Datum>
        <Datum label="Pedido">{formatCurrency(claim.asked)}</Datum>
        <Datum label="Valor aprovado">
          {claim.granted === undefined ? null : formatCurrency(claim.granted)}
        </Datum>
        <Datum label="Endereço do imóvel" className="col-span-full">
          {contract.propertyAddress}
        </Datum>
        <Datum label="Locatário">{contract.tenantName}</Datum>
        <Datum label="Locador">{contract.landlordName}</Datum>
        <Datum label="E-mails que falam pelo locador" className="col-span-full">
          {speaking.length === 0
            ? "Nenhum"
            : speaking.map(({ id, address, given_by }) => (
                <span key={id} className="block">
                  <a href={`mailto:${address}`}>{address}</a>
                  {given_by === "tenant" && " (dado pelo locatário, conferido pela equipe)"}
                  {address === landlordAddress && " · abriu este pedido"}
                </span>
              ))}
        </Datum>
      </DataList>
    </CasePart>
  );
}
