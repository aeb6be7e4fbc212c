import { formatCurrency } from "../../../supabase/functions/_shared/contracts/formats/currency.ts";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { formatPhone } from "../../../supabase/functions/_shared/contracts/formats/phone.ts";
import { formatCpf } from "../../../supabase/functions/_shared/contracts/formats/cpf.ts";
import { formatMonths } from "../../formats/dates.ts";
import { phoneHref } from "../../formats/phone.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/formats/short-date.ts";
import { DetailState } from "../../ui/layout/list-and-detail.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import { ContractActions } from "./contract-actions.tsx";
import { ContractDocuments } from "./contract-documents.tsx";
import { ContractEvidence } from "./contract-evidence.tsx";
import { ContractHistory } from "./contract-history.tsx";
import { ContractPart } from "./contract-part.tsx";
import { useContract } from "./contract-queries.ts";
import { ContractState } from "./contract-state.tsx";

interface ContractDetailProps {
  id: string;
  nameMail: (template: string) => string;
}

const columns = "grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]";

/** One contract with all it rests on, and what may be done with it. */
export function ContractDetail({ id, nameMail }: ContractDetailProps) {
  const { data, isError, isFetching, refetch } = useContract(id);
  if (!data) {
    return (
      <DetailState
        isError={isError}
        isFetching={isFetching}
        onRetry={() => void refetch()}
        loading="Carregando contrato..."
        failed="Não foi possível carregar este contrato"
      />
    );
  }
  return (
    <article className="card card-border grid gap-8 sm:p-8">
      <div>
        <header className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="min-w-0 text-card wrap-anywhere">{data.tenant_name}</h2>
          <ContractState state={data.state} end_date={data.end_date} />
        </header>
        <p className="text-soft text-sm tabular-nums">
          {data.contract_number} · {formatShortDate(data.start_date)} a{" "}
          {formatShortDate(data.end_date)} ({formatMonths(data.contract_duration_months)})
        </p>
      </div>
      {data.closed_at && (
        <div className="rounded-md bg-sand-100 p-4 text-sm">
          <p className="font-semibold">
            {data.state === "cancelled" ? "Cancelado" : "Encerrado"} em{" "}
            {formatDateTime(data.closed_at)}
            {data.closed_by && ` por ${data.closed_by}`}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{data.close_reason}</p>
        </div>
      )}
      <ContractActions contract={data} />
      <ContractPart title="Locatário">
        <DataList className={columns}>
          <Datum label="CPF">{formatCpf(data.tenant_cpf)}</Datum>
          <Datum label="E-mail" className="col-span-2">
            {data.tenant_email && <a href={`mailto:${data.tenant_email}`}>{data.tenant_email}</a>}
          </Datum>
          <Datum label="Telefone">
            {data.tenant_phone && (
              <a href={phoneHref(data.tenant_phone)}>{formatPhone(data.tenant_phone)}</a>
            )}
          </Datum>
        </DataList>
      </ContractPart>
      <ContractPart title="Garantia">
        <DataList className={columns}>
          <Datum label="Limite de cobertura">
            {data.cover_limit === null ? null : formatCurrency(data.cover_limit)}
          </Datum>
          <Datum label="Valor de referência">
            {formatCurrency(data.guarantee_reference_value)}
          </Datum>
          <Datum label="Taxa da fiança">
            {data.fee === null ? null : formatCurrency(data.fee)}
          </Datum>
          <Datum label="Forma de pagamento">{data.payment_method}</Datum>
          <Datum label="Locador">{data.landlord_name}</Datum>
          <Datum label="Valor do aluguel">{formatCurrency(data.rental_value)}</Datum>
          <Datum label="Tipo do imóvel">{data.property_type}</Datum>
          <Datum label="Endereço do imóvel" className="col-span-full">
            {data.property_address}
          </Datum>
        </DataList>
      </ContractPart>
      <ContractDocuments contract={data} />
      <ContractEvidence contract={data} />
      <ContractHistory contract={data} nameMail={nameMail} />
    </article>
  );
}
