import { formatCurrency } from "#contracts/fields/formats.ts";
import { CasePerson } from "../../../backend/staff/staff-hooks.ts";
import { staffPaths } from "../../../config/staff-paths.ts";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { CasePart, DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { ChargeEntries } from "./charge-entries.tsx";
import { MovementEntries } from "./movement-entries.tsx";
import { useContractMoney } from "./payment-queries.ts";

interface ContractPaymentsProps {
  /** Id of a contract or of one of its charges or movements. */
  id: string;
  /** True when this section is shown alone and therefore names the contract. */
  isWhole?: boolean;
}

/** Shows the money of a contract: sums, charges and movements. The server computes every figure. */
export function ContractPayments({ id, isWhole = false }: ContractPaymentsProps) {
  const query = useContractMoney(id);
  const { data } = query;
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando pagamentos..."
        failed="Não foi possível carregar os pagamentos"
      />
    );
  }
  const { contract, owed, paid, left, toGiveBack, givenBack } = data;
  return (
    <CasePerson value={contract.tenantName}>
      <section
        aria-labelledby={`money-${id}`}
        className={`card card-border grid grid-cols-1 gap-6 sm:p-8 ${isWhole ? "" : "mt-6"}`}
      >
        <div>
          <h2 id={`money-${id}`} className="text-card wrap-anywhere">
            {isWhole ? contract.tenantName : "Pagamentos"}
          </h2>
          {isWhole && (
            <p className="text-sm">
              <SiteLink className="underline" href={casePath(staffPaths.contracts, contract.id)}>
                <Whole>{contract.number}</Whole>
              </SiteLink>
            </p>
          )}
        </div>
        <DataList className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-5">
          <Datum label="A receber">{formatCurrency(owed)}</Datum>
          <Datum label="Recebido">{formatCurrency(paid)}</Datum>
          <Datum label="A alocar">{formatCurrency(left)}</Datum>
          <Datum label="A devolver">{formatCurrency(toGiveBack)}</Datum>
          <Datum label="Devolvido">{formatCurrency(givenBack)}</Datum>
        </DataList>
        <CasePart title="Cobranças">
          <ChargeEntries money={data} />
        </CasePart>
        <CasePart title="Lançamentos">
          <MovementEntries money={data} />
        </CasePart>
      </section>
    </CasePerson>
  );
}
