import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import {
  type ClaimItem,
  type ClaimReview,
  claimItemTitles,
  claimSideTitles,
} from "#contracts/claims/claims.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { CasePart, DataList, Datum } from "../../../ui/section/facts.tsx";
import type { TitledFile } from "../../inspections/staff/set-file-aside.tsx";
import { ClaimFiles } from "./claim-evidence.tsx";

const columns = "grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))]";

/** Shows the days of both sides and of staff. */
export function ClaimDays({ claim }: { claim: ClaimDetail }) {
  const { completeAt, completeUntil, tenantUntil, landlordUntil, stage } = claim;
  return (
    <CasePart title="Prazos">
      <DataList className={columns}>
        <Datum label="Provas do locador">
          {completeAt
            ? `Completas em ${formatDateTime(completeAt)}`
            : `Até ${formatShortDate(completeUntil)}`}
        </Datum>
        <Datum label="Resposta do locatário">
          {tenantUntil ? `Até ${formatShortDate(tenantUntil)}` : "Depois das provas"}
        </Datum>
        <Datum label="Resposta do locador">
          {landlordUntil ? `Até ${formatShortDate(landlordUntil)}` : null}
        </Datum>
        <Datum label="Decisão">
          {stage === "withdrawn" ? null : `Até ${formatShortDate(claim.decideBy)}`}
        </Datum>
        <Datum label="Pedido de revisão">
          {claim.reviewUntil ? `Até ${formatShortDate(claim.reviewUntil)}` : null}
        </Datum>
      </DataList>
    </CasePart>
  );
}

interface ClaimItemSheetProps {
  item: ClaimItem;
  claim: ClaimDetail;
  onSetAside: ((file: TitledFile) => void) | undefined;
}

/** Shows an item with its proof, the words of both sides beside each other, and the decision. */
export function ClaimItemSheet({ item, claim, onSetAside }: ClaimItemSheetProps) {
  const { id, kind, description, asked, granted, reason, clause, answer, reply } = item;
  const files = claim.files.filter(({ itemId }) => itemId === id);
  const isSilent = claim.tenantUntil !== undefined && claim.tenantUntil < todayInBrasilia();
  return (
    <div className="grid gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="text-base">
          {numberOf(claim, id)}. {claimItemTitles[kind]}
        </h4>
        <span className="font-semibold tabular-nums">{formatCurrency(asked)}</span>
      </header>
      <p className="text-sm whitespace-pre-line wrap-anywhere">{description}</p>
      <div className="text-sm">
        <p className="text-xs text-muted">Provas deste item</p>
        {files.length === 0 ? (
          <p>Nenhum arquivo.</p>
        ) : (
          <ClaimFiles files={files} onSetAside={onSetAside} />
        )}
      </div>
      <div className="grid grid-cols-1 gap-4 text-sm sm:grid-cols-2">
        <Words title="Resposta do locatário">
          {answer ?? (isSilent ? "Não respondeu." : "Ainda sem resposta.")}
        </Words>
        {(reply !== undefined || claim.landlordUntil !== undefined) && (
          <Words title="Resposta do locador">{reply ?? "Nada acrescentou."}</Words>
        )}
      </div>
      {granted !== undefined && (
        <div className="rounded-md bg-sand-100 p-3 text-sm">
          <p className="font-semibold">
            {granted === 0 ? "Não aprovado" : `Valor aprovado: ${formatCurrency(granted)}`}
          </p>
          {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
          {clause && <p className="text-muted">Cláusula {clause}</p>}
        </div>
      )}
    </div>
  );
}

function Words({ title, children }: { title: string; children: string }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{title}</p>
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </div>
  );
}

function numberOf({ items }: ClaimDetail, id: string): number {
  return items.findIndex((item) => item.id === id) + 1;
}

/** Shows the reviews of both sides beside each other, each with the other side's answer. */
export function ClaimReviews({ claim }: { claim: ClaimDetail }) {
  if (claim.reviews.length === 0) return null;
  return (
    <CasePart title="Pedidos de revisão">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {claim.reviews.map((review) => (
          <Review key={review.by} review={review} claim={claim} />
        ))}
      </div>
    </CasePart>
  );
}

function Review({ review, claim }: { review: ClaimReview; claim: ClaimDetail }) {
  const { by, at, text, items, round, answer, answerUntil } = review;
  const other = claimSideTitles[by === "tenant" ? "landlord" : "tenant"];
  const numbers = items.map((id) => numberOf(claim, id)).toSorted((one, two) => one - two);
  const isOpen = round === claim.round && answerUntil >= todayInBrasilia();
  return (
    <section
      aria-label={`Revisão pedida pelo ${claimSideTitles[by].toLowerCase()}`}
      className="grid min-w-0 gap-3 rounded-md border border-sand-300 p-4 text-sm"
    >
      <p className="font-semibold">
        {claimSideTitles[by]}, {formatDateTime(at)}
      </p>
      <p>
        {numbers.length === 1 ? "Item" : "Itens"} {list.format(numbers.map(String))}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <Words title={`Resposta do ${other.toLowerCase()}`}>
        {answer ??
          (isOpen ? `Pode responder até ${formatShortDate(answerUntil)}.` : "Não respondeu.")}
      </Words>
    </section>
  );
}

const list = new Intl.ListFormat("pt-BR", { type: "conjunction" });

/** Shows the decisions that a party asked to review. */
export function FormerDecisions({ claim }: { claim: ClaimDetail }) {
  return claim.formerDecisions.map(({ round, decidedAt, items }) => (
    <CasePart key={round} title={`Decisão de ${formatDateTime(decidedAt)}`}>
      <ul className="grid gap-2 text-sm">
        {items.map(({ id, granted, reason }) => (
          <li key={id} className="wrap-anywhere">
            Item {numberOf(claim, id)}: {formatCurrency(granted)}
            {reason && ` (${reason})`}
          </li>
        ))}
      </ul>
    </CasePart>
  ));
}
