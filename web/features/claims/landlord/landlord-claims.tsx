import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { ClaimBadge } from "../claim-sheet.tsx";
import type { ClaimableLease } from "./claim-form.tsx";

interface LandlordClaimsProps {
  lease: ClaimableLease;
  texts: NonNullable<LandlordAreaQueryResult>;
  /** Opens a claim by its id, or the form of another claim without an id. */
  onOpen: (claimId?: string) => void;
}

/** Lists the claims of a lease, with a button that opens another claim while this is possible. */
export function LandlordClaims({ lease, texts: { claim: texts }, onOpen }: LandlordClaimsProps) {
  const { id, claims, claimUntil, mayClaim, limits } = lease;
  const until = claimUntil ? formatShortDate(claimUntil.day) : "";
  const isOver = !mayClaim && claimUntil && claimUntil.day < todayInBrasilia();
  if (claims.length === 0 && !mayClaim && !isOver) return null;
  return (
    <section className="card card-border grid grid-cols-1 gap-4" aria-labelledby={`claims-${id}`}>
      <h2 id={`claims-${id}`} className="text-card">
        {claims.length > 0 ? texts.listTitle : texts.title}
      </h2>
      {claims.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {claims.map((claim) => (
            <li
              key={claim.id}
              className={`grid grid-cols-1 gap-3 rounded-md border p-4 ${claim.turn === "landlord" ? "border-amber-400" : "border-sand-300"}`}
            >
              <p className="flex flex-wrap items-start justify-between gap-2">
                <Whole className="font-bold tabular-nums">{claim.protocol}</Whole>
                <ClaimBadge stage={claim.stage} />
              </p>
              <Button
                className="btn-outline max-sm:w-full sm:justify-self-start"
                onClick={() => onOpen(claim.id)}
              >
                {texts.viewLabel}
                <span className="sr-only"> {claim.protocol}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {mayClaim && (
        <>
          <p>{fillVariables(texts.text, { until })}</p>
          <ul className="grid gap-1 text-sm tabular-nums">
            {limits.map(({ contractId, startDate, lastDay, limit, left }) => (
              <li key={contractId}>
                {fillVariables(texts.limitText, {
                  start: formatShortDate(startDate),
                  end: formatShortDate(lastDay),
                  limit: formatCurrency(limit),
                  left: formatCurrency(left),
                })}
              </li>
            ))}
          </ul>
          <Button
            className={`max-sm:w-full sm:justify-self-start ${claims.length > 0 ? "btn-outline" : "btn-primary"}`}
            onClick={() => onOpen()}
          >
            {texts.openLabel}
          </Button>
        </>
      )}
      {isOver && <p className="text-soft">{fillVariables(texts.overText, { until })}</p>}
    </section>
  );
}
