import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { type ClaimView, closedClaimStages, myClaimsSchema } from "#contracts/claims/claims.ts";
import { useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import type { Contract, ContractTexts } from "../../leases/tenant/contract-data.ts";
import { ClaimBadge } from "../claim-sheet.tsx";
import { TenantClaim } from "./tenant-claim.tsx";

const claimsKey = ["contract", "claims"] as const;

/** Reads the claims on all leases of the tenant, newest first. */
export function useMyClaims(isOpen: boolean) {
  return useTenantQuery({
    queryKey: claimsKey,
    schema: myClaimsSchema,
    ask: (client) => client.rpc("my_claims"),
    enabled: isOpen,
  });
}

interface OpenedClaimProps {
  claims: readonly ClaimView[] | undefined;
  /** Id of the claim that replaces the contract. */
  opened: string;
  texts: ContractTexts;
  onBack: () => void;
}

/** Shows the claim that the URL names. Leads back to the contract when the tenant has no such claim. */
export function OpenedClaim({ claims, opened, texts, onBack }: OpenedClaimProps) {
  const queries = useQueryClient();
  const claim = claims?.find(({ id }) => id === opened);
  const isUnknown = claims !== undefined && claim === undefined;
  useEffect(() => {
    if (isUnknown) onBack();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isUnknown]);
  if (!claim || !texts.claimSheet) return null;
  return (
    <TenantClaim
      key={claim.id}
      claim={claim}
      texts={texts.claim}
      sheet={texts.claimSheet}
      onBack={onBack}
      reload={() => queries.invalidateQueries({ queryKey: claimsKey })}
    />
  );
}

/** Returns the claims to show beside a contract: its own, and those of its lease that are not closed. */
export function claimsBeside(
  claims: readonly ClaimView[],
  { id, lease_id }: Pick<Contract, "id" | "lease_id">,
): ClaimView[] {
  return claims.filter(
    ({ contractId, leaseId, stage }) =>
      contractId === id || (leaseId === lease_id && !closedClaimStages.includes(stage)),
  );
}

/** Says in one sentence what the tenant can do about a claim. */
export function sayTask(
  { may, stage, turn, until, completeUntil }: ClaimView,
  texts: Pick<ContractTexts["claim"], "evidenceText" | "hearText" | "listText" | "turnText">,
): string {
  const say = (text: string, day: string | undefined) =>
    fillVariables(text, { until: day ? formatShortDate(day) : "" });
  if (stage === "evidence") return say(texts.evidenceText, completeUntil);
  if (may.answer && stage === "hearing") return say(texts.hearText, until);
  return turn === "tenant" ? say(texts.turnText, until) : texts.listText;
}

interface ClaimListProps {
  claims: readonly ClaimView[];
  contract: Contract;
  /** All contracts of the tenant. */
  contracts: readonly Contract[];
  texts: ContractTexts;
  onOpen: (claimId: string) => void;
}

/** Lists the landlord's claims beside a contract. A claim that waits for the tenant stands out. */
export function ClaimList({ claims, contract, contracts, texts, onOpen }: ClaimListProps) {
  const { claim: words } = texts;
  return claimsBeside(claims, contract).map((claim) => {
    const { id, protocol, stage, turn, contractId, may } = claim;
    const isMine = turn === "tenant" || may.answer;
    const other =
      contractId === contract.id ? null : contracts.find((one) => one.id === contractId);
    return (
      <section
        key={id}
        className={`card card-border grid grid-cols-1 gap-3 print:hidden ${turn === "tenant" ? "border-amber-400" : ""}`}
        aria-labelledby={`claim-${id} protocol-${id}`}
      >
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 id={`claim-${id}`} className="text-card">
            {words.title}
          </h2>
          <ClaimBadge stage={stage} />
        </div>
        <p>{sayTask(claim, words)}</p>
        {other && (
          <p>
            {fillVariables(words.otherPeriodText, {
              start: formatShortDate(other.start_date),
              end: formatShortDate(other.end_date),
            })}
          </p>
        )}
        <p id={`protocol-${id}`} className="text-sm text-muted">
          <Whole className="tabular-nums">{protocol}</Whole>
        </p>
        <Button
          className={`max-sm:w-full sm:justify-self-start ${isMine ? "btn-primary" : "btn-outline"}`}
          onClick={() => onOpen(id)}
        >
          {isMine ? words.answerLabel : words.viewLabel}
          <span className="sr-only"> {protocol}</span>
        </Button>
      </section>
    );
  });
}
