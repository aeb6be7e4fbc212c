import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import {
  type ClaimQueue,
  type ClaimRow,
  claimQueueTitles,
  claimQueues,
} from "#contracts/claims/claim-staff.ts";
import { CaseScreen, useCaseFilter } from "../../../ui/layout/case-screen.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { StaffClaim } from "./staff-claim.tsx";
import { useClaims } from "./claim-queries.tsx";
import type { DecisionTexts } from "./decide-claim.tsx";
import { ClaimStatus, describeTurn } from "./claim-state.tsx";

const views = claimQueues.map((value) => ({ value, label: claimQueueTitles[value] }));

const texts = {
  label: "Acionamentos",
  loading: "Carregando acionamentos...",
  failed: "Não foi possível carregar os acionamentos",
  empty: "Nenhum acionamento aqui",
  emptyHint: "Mude a busca ou a situação para ver outros.",
  one: "acionamento",
  many: "acionamentos",
  search: "Buscar por nome, protocolo ou número do contrato",
  detail: "Acionamento escolhido",
};

/** Lists the claims of landlords, the most pressing first. */
export function StaffClaims({ texts: words }: { texts: DecisionTexts }) {
  const filter = useCaseFilter<ClaimQueue>(views, "staff");
  return (
    <CaseScreen
      filter={filter}
      views={views}
      pages={useClaims(filter.view, filter.search)}
      texts={texts}
      renderRow={(row) => <Row claim={row} />}
      invitation={{
        icon: "shield",
        title: "Escolha um acionamento",
        text: "Os itens, as provas dos dois lados, a decisão, o pagamento e o histórico aparecem aqui.",
      }}
      renderDetail={(id) => <StaffClaim key={id} id={id} texts={words} />}
    />
  );
}

function Row({ claim }: { claim: ClaimRow }) {
  const { tenant_name, landlord_name, protocol, stage, asked, granted, opened_at } = claim;
  const turn = describeTurn(claim.turn, claim.until, claim.is_overdue);
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{tenant_name}</span>
        <ClaimStatus stage={stage} isOverdue={claim.is_overdue} />
      </span>
      <span className="wrap-anywhere">
        {formatCurrency(granted ?? asked)} {granted === null ? "pedidos por" : "aprovados para"}{" "}
        {landlord_name}
      </span>
      <span className="text-xs text-muted tabular-nums">
        <Whole>{protocol}</Whole> · {turn || `aberto em ${formatShortDate(opened_at.slice(0, 10))}`}
      </span>
    </>
  );
}
