import { type ClaimView, claimStageTitles } from "#contracts/claims/claims.ts";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { Money } from "#contracts/payments/payments.ts";
import { Whole } from "../../../ui/section/facts.tsx";
import {
  type Contract,
  type ContractTexts,
  spanOfTerm,
  useEnding,
  wordsOfTerm,
} from "../../leases/tenant/contract-data.ts";
import { useOwnMoney } from "../../payments/tenant/contract-payment.tsx";

interface TenantPeriodsProps {
  contracts: readonly Contract[];
  claims: readonly ClaimView[];
  /** Id of the contract that the page shows. */
  shown: string;
  texts: ContractTexts;
  onChoose: (id: string) => void;
}

/** Lists the contracts of an account by lease, each with its money and claims. */
export function TenantPeriods({ contracts, claims, shown, texts, onChoose }: TenantPeriodsProps) {
  const leases = groupByLease(contracts);
  return (
    <nav aria-labelledby="contracts-title" className="grid gap-3 print:hidden">
      <h2 id="contracts-title" className="text-card">
        {texts.listTitle}
      </h2>
      {leases.map(({ id, property, periods }) => (
        <section key={id} className="grid gap-3" aria-label={property}>
          {leases.length > 1 && <h3 className="text-base wrap-anywhere">{property}</h3>}
          <ul className="grid gap-3 sm:grid-cols-2">
            {periods.map((contract) => (
              <li key={contract.id}>
                <Period
                  contract={contract}
                  claims={claims.filter(({ contractId }) => contractId === contract.id)}
                  isShown={contract.id === shown}
                  texts={texts}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Groups contracts by lease. Leases and their contracts keep the order of the list. */
export function groupByLease<One extends Pick<Contract, "lease_id" | "property_address">>(
  contracts: readonly One[],
) {
  const ids = new Set(contracts.map(({ lease_id }) => lease_id));
  return Array.from(ids, (id) => {
    const periods = contracts.filter(({ lease_id }) => lease_id === id);
    return { id, property: periods[0]?.property_address ?? "", periods };
  });
}

interface PeriodProps extends Pick<TenantPeriodsProps, "claims" | "texts" | "onChoose"> {
  contract: Contract;
  isShown: boolean;
}

function Period({ contract, claims, isShown, texts, onChoose }: PeriodProps) {
  const { id, contract_number } = contract;
  const { data: endings } = useEnding(id);
  const { data: money } = useOwnMoney(id);
  const ending = endings?.ending ?? null;
  const span = spanOfTerm(contract, ending);
  return (
    <button
      type="button"
      className="card card-border grid h-full w-full content-start gap-1 p-4 text-left aria-[current=true]:border-petrol-600"
      aria-current={isShown}
      onClick={() => onChoose(id)}
    >
      <Whole className="font-bold tabular-nums">{contract_number}</Whole>
      {span && <span className="text-sm">{span}</span>}
      <span className="text-sm text-muted">{wordsOfTerm(contract, texts.term, ending)}</span>
      {money && <span className="text-sm">{sayMoney(money, texts.periods)}</span>}
      {claims.map(({ id: claimId, protocol, stage }) => (
        <span key={claimId} className="text-sm font-semibold">
          {fillVariables(texts.periods.claimText, {
            protocol,
            state: claimStageTitles[stage].toLowerCase(),
          })}
        </span>
      ))}
    </button>
  );
}

/** Says the most urgent amount of a period: overdue, else owed by the tenant, else due to the tenant. */
export function sayMoney(
  { owed, toGiveBack, charges }: Pick<Money, "owed" | "toGiveBack" | "charges">,
  texts: Omit<ContractTexts["periods"], "claimText">,
): string {
  const overdue = charges
    .filter(({ state, kind }) => state === "overdue" && kind !== "refund")
    .reduce((sum, { open }) => sum + open, 0);
  const say = (text: string, amount: number) =>
    fillVariables(text, { amount: formatCurrency(amount) });
  if (overdue > 0) return say(texts.overdueText, overdue);
  if (owed > 0) return say(texts.owedText, owed);
  return toGiveBack > 0 ? say(texts.refundText, toGiveBack) : texts.settledText;
}
