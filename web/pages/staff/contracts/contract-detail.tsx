import * as z from "zod/mini";
import { inspectionsFields } from "#contracts/inspections/inspections.ts";
import { isRunningState } from "#contracts/leases/contract.ts";
import { mailTitle } from "#contracts/mail/mail-texts.ts";
import type { OutgoingMailStatus } from "#contracts/stored-values.ts";
import {
  formatCpf,
  formatCurrency,
  formatDateTime,
  formatDeadline,
  formatShortDate,
  formatMonths,
} from "#contracts/fields/formats.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { historyLines } from "../../../backend/staff/staff-history.ts";
import { CasePerson, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import type { StaffTextsQueryResult } from "../../../content/sanity.types.ts";
import { ContractClaims } from "../../../features/claims/staff/open-claim.tsx";
import { StaffInspections } from "../../../features/inspections/staff/staff-inspections.tsx";
import { RenewalPanel } from "../../../features/leases/staff/renewal-panel.tsx";
import { ContractPayments } from "../../../features/payments/staff/contract-payments.tsx";
import { CaseWork } from "../../../features/staff/shell/case-work.tsx";
import { paths } from "../../../config/paths.ts";
import { staffPaths } from "../../../config/staff-paths.ts";
import { phoneHref } from "../../../formats/phone.ts";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { CasePart, DataList, Datum, HistoryList, Whole } from "../../../ui/section/facts.tsx";
import { ContractActions } from "../../../features/leases/staff/contract-actions.tsx";
import { ContractDocuments } from "../../../features/leases/staff/filed-documents.tsx";
import { ContractEndingPart } from "../../../features/leases/staff/contract-ending.tsx";
import {
  type StaffContract,
  contractSchema,
  contractsKey,
} from "../../../features/leases/staff/contract-queries.ts";
import { ContractLandlord } from "../../../features/landlords/staff/contract-landlord.tsx";
import { ContractCorrections } from "../../../features/leases/staff/correct-contract.tsx";
import { ContractState } from "../../../features/leases/staff/contract-state.tsx";

const columns = "grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]";

interface ContractDetailProps {
  id: string;
  texts: NonNullable<StaffTextsQueryResult>;
}

export function ContractDetail({ id, texts }: ContractDetailProps) {
  const query = useContract(id);
  const { data } = query;
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando contrato..."
        failed="Não foi possível carregar este contrato"
      />
    );
  }
  return (
    <CasePerson value={data.tenant_name}>
      <article className="card card-border grid gap-8 sm:p-8">
        <div>
          <header className="flex flex-wrap items-start justify-between gap-3">
            <h2 className="min-w-0 text-card wrap-anywhere">{data.tenant_name}</h2>
            <ContractState {...data} />
          </header>
          <p className="text-soft text-sm tabular-nums">
            <Whole>{data.contract_number}</Whole> · {formatShortDate(data.start_date)} a{" "}
            {formatShortDate(data.end_date)} ({formatMonths(data.contract_duration_months)})
          </p>
        </div>
        <LeasePeriods contract={data} />
        {data.closed_at && (
          <div className="rounded-md bg-sand-100 p-4 text-sm">
            <p className="font-semibold">
              {data.state === "cancelled" ? "Cancelado" : "Encerrado"} em{" "}
              {formatDateTime(data.closed_at)}
              {data.closed_by && ` por ${data.closed_by}`}
            </p>
            {data.ends_on && (
              <p>
                {data.ending?.keys_on ? "Chaves devolvidas em" : "A fiança valeu até"}{" "}
                {formatShortDate(data.ends_on)}
              </p>
            )}
            {data.keys_note && (
              <p className="whitespace-pre-line wrap-anywhere">
                Por que vale este dia: {data.keys_note}
              </p>
            )}
            {data.close_reason && (
              <p className="whitespace-pre-line wrap-anywhere">Motivo: {data.close_reason}</p>
            )}
          </div>
        )}
        <ContractActions contract={data} />
        <ContractEndingPart contract={data} />
        <ContractCorrections contract={data} />
        {/* Only a contract that came from a request can be renewed here. Any other contract needs a new simulation. */}
        {data.request && texts.rules && texts.plans && (
          <RenewalPanel
            contract={data}
            requestId={data.request.id}
            state={data.renewal}
            askedBy={data.renewal_asked_by}
            isRunning={isRunningState(data.state)}
            rules={{ ...texts.rules, ...texts.plans }}
            onChange={() => void query.refetch()}
          />
        )}
        <CasePart title="Locatário">
          <DataList className={columns}>
            <Datum label="CPF">{formatCpf(data.tenant_cpf)}</Datum>
            <Datum label="E-mail" className="sm:col-span-2">
              {data.tenant_email && <a href={`mailto:${data.tenant_email}`}>{data.tenant_email}</a>}
            </Datum>
            <Datum label="Telefone">
              {data.tenant_phone && (
                <a href={phoneHref(data.tenant_phone)}>{formatPhone(data.tenant_phone)}</a>
              )}
            </Datum>
          </DataList>
        </CasePart>
        <CasePart title="Garantia">
          <DataList className={columns}>
            <Datum label="Limite da cobertura">
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
        </CasePart>
        <ContractLandlord contract={data} />
        {(data.claimUntil || data.inspections.length > 0) && (
          <CasePart title="Vistorias">
            <StaffInspections leaseId={data.lease_id} shown={data} />
          </CasePart>
        )}
        <ContractDocuments contract={data} />
        <ContractEvidence contract={data} />
        <ContractHistory contract={data} />
      </article>
      <ContractClaims contractId={id} />
      <ContractPayments id={id} />
      <CaseWork about={{ contract_id: id }} />
    </CasePerson>
  );
}

/** Lists the contracts of the lease with their days, when there are several. */
function LeasePeriods({ contract: { id, periods } }: { contract: StaffContract }) {
  if (periods.length < 2) return null;
  return (
    <CasePart title="Vigências desta locação">
      <ol className="grid gap-2 text-sm">
        {periods.map(({ id: other, number, state, startDate, endDate, lastDay }) => (
          <li key={other} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="tabular-nums">
              {other === id ? (
                <strong>
                  <Whole>{number}</Whole> (este)
                </strong>
              ) : (
                <SiteLink href={casePath(staffPaths.contracts, other)}>
                  <Whole>{number}</Whole>
                </SiteLink>
              )}{" "}
              · {formatShortDate(startDate)} a {formatShortDate(endDate)}
              {lastDay !== endDate && `, valeu até ${formatShortDate(lastDay)}`}
            </span>
            <ContractState state={state} start_date={startDate} end_date={endDate} />
          </li>
        ))}
      </ol>
    </CasePart>
  );
}

const detailSchema = z.extend(contractSchema, inspectionsFields);

function useContract(id: string) {
  return useStaffQuery({
    queryKey: [...contractsKey, "detail", id],
    schema: detailSchema,
    ask: (client) => client.rpc("contract_detail", { contract_id: id }),
    refetchOnWindowFocus: "always",
  });
}

/** Shows the accepted conditions, and who accepted them, when and how. */
function ContractEvidence({ contract }: { contract: StaffContract }) {
  const { offer, acceptance, letter, request } = contract;
  return (
    <>
      {letter && (
        <CasePart title="Carta de fiança">
          <DataList className="sm:grid-cols-2">
            <Datum label="Código de verificação">{groupsOfFour(letter.code)}</Datum>
            <Datum label="Emitida em">{formatDateTime(letter.issued_at)}</Datum>
            <Datum label="SHA-256 do arquivo" className="col-span-full">
              {letter.file_sha256 && <Hash>{letter.file_sha256}</Hash>}
            </Datum>
          </DataList>
        </CasePart>
      )}
      {offer && acceptance && (
        <CasePart title="Condições e aceite">
          <DataList className="sm:grid-cols-2">
            <Datum label="Pedido">
              {request && (
                <SiteLink href={casePath(paths.reviewSimulations, request.id)}>
                  {request.protocol}
                </SiteLink>
              )}
            </Datum>
            <Datum label="Proposta feita por">{offer.who}</Datum>
            <Datum label="Proposta de">{formatDateTime(offer.created_at)}</Datum>
            <Datum label="Valia até">{formatDeadline(offer.valid_until)}</Datum>
            <Datum label="Taxa com vencimento em">{formatShortDate(offer.fee_due_on)}</Datum>
            <Datum label="Versão dos termos">{acceptance.terms_version}</Datum>
            <Datum label="Aceito em">{formatDateTime(acceptance.accepted_at)}</Datum>
            <Datum label="Nome digitado no aceite">{acceptance.full_name}</Datum>
            <Datum label="SHA-256 das condições mostradas" className="col-span-full">
              <Hash>{acceptance.conditions_sha256}</Hash>
            </Datum>
            <Datum label="Endereço de rede (resumo com chave)" className="col-span-full">
              <Hash>{acceptance.address_hash}</Hash>
            </Datum>
            <Datum label="Navegador" className="col-span-full">
              {acceptance.user_agent || "não informado"}
            </Datum>
          </DataList>
          <details className="collapse collapse-arrow mt-4 rounded-md bg-sand-100">
            <summary className="collapse-title text-sm font-semibold">
              Cláusulas marcadas ({acceptance.clauses.length})
            </summary>
            <ul className="collapse-content list-disc ps-9 text-sm">
              {acceptance.clauses.map((clause) => (
                <li key={clause} className="mt-2 wrap-anywhere">
                  {clause}
                </li>
              ))}
            </ul>
          </details>
        </CasePart>
      )}
    </>
  );
}

function Hash({ children }: { children: string }) {
  return <code className="text-xs break-all">{children}</code>;
}

function groupsOfFour(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

const mailStates: Record<string, StatusLook> = {
  queued: { label: "Na fila", tone: "waiting" },
  sending: { label: "Saindo", tone: "waiting" },
  sent: { label: "Enviado", tone: "good" },
  parked: { label: "Não entregue", tone: "bad" },
  dismissed: { label: "Dispensado", tone: "neutral" },
} satisfies Record<OutgoingMailStatus, StatusLook>;

function ContractHistory({ contract }: { contract: StaffContract }) {
  const { id, mails, history, created_at } = contract;
  return (
    <>
      <CasePart title="E-mails">
        {mails.length === 0 ? (
          <p className="text-soft text-sm">Nenhum e-mail dos últimos 30 dias.</p>
        ) : (
          <ul className="grid gap-3 text-sm">
            {mails.map((mail) => {
              const { label, tone } = mailStates[mail.status] ?? {
                label: mail.status,
                tone: "neutral",
              };
              return (
                <li key={mail.id} className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0">
                    {mailTitle(mail.template)}
                    <span className="block text-xs text-muted">
                      {formatDateTime(mail.sent_at ?? mail.created_at)}
                    </span>
                  </span>
                  <StatusBadge tone={tone}>{label}</StatusBadge>
                </li>
              );
            })}
          </ul>
        )}
      </CasePart>
      <CasePart title="Histórico">
        <HistoryList
          entries={historyLines(history, {
            key: id,
            moment: created_at,
            text: "Contrato criado",
          })}
        />
      </CasePart>
    </>
  );
}
