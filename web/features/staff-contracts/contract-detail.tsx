import type { ReactNode } from "react";
import { mailTitle } from "../../../supabase/functions/_shared/contracts/mail-texts.ts";
import type { OutgoingMailStatus } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import {
  formatCpf,
  formatCurrency,
  formatDateTime,
  formatDeadline,
  formatShortDate,
  formatMonths,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { formatPhone } from "../../../supabase/functions/_shared/contracts/fields/phones.ts";
import { isMissing } from "../../backend/ask-as-staff.ts";
import { historyLines } from "../../backend/staff-history.ts";
import { paths } from "../../config/paths.ts";
import { phoneHref } from "../../formats/phone.ts";
import { StatusBadge, type StatusLook } from "../../ui/feedback/states.tsx";
import { SiteLink } from "../../ui/layout/links.tsx";
import { DetailState, casePath } from "../../ui/layout/list-and-detail.tsx";
import { DataList, Datum, HistoryList, Whole } from "../../ui/section/facts.tsx";
import { ContractActions } from "./contract-actions.tsx";
import { ContractDocuments } from "./contract-documents.tsx";
import { ContractReceipts } from "./contract-receipts.tsx";
import { ContractEndingPart } from "./contract-ending.tsx";
import { type StaffContract, useContract } from "./contract-queries.ts";
import { ContractLandlord } from "./contract-landlord.tsx";
import { ContractCorrections } from "./correct-contract.tsx";
import { ContractPart, ContractState } from "./contract-state.tsx";

const columns = "grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]";

export interface ContractDetailProps {
  id: string;
  /** Whether who looks may release, and so correct. */
  canCorrect: boolean;
  /** Its renewal; `onChange` when what the contract says of it is another. */
  renderRenewal: (contract: StaffContract, onChange: () => void) => ReactNode;
  /** Its reports of entry and exit. */
  renderInspections: (contract: StaffContract) => ReactNode;
  /** Below the contract, once it is there. */
  children: ReactNode;
}

/** One contract with all it rests on, and what may be done with it. */
export function ContractDetail(props: ContractDetailProps) {
  const { id, canCorrect, renderRenewal, renderInspections, children } = props;
  const { data, isError, error, isFetching, refetch } = useContract(id);
  if (!data) {
    return (
      <DetailState
        isError={isError}
        isMissing={isMissing(error)}
        isFetching={isFetching}
        onRetry={() => void refetch()}
        loading="Carregando contrato..."
        failed="Não foi possível carregar este contrato"
      />
    );
  }
  return (
    <>
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
          {[
            { text: "Renova o contrato", other: data.renews },
            { text: "Renovado pelo contrato", other: data.renewed_by },
          ].map(
            ({ text, other }) =>
              other && (
                <p key={text} className="text-sm">
                  {text}{" "}
                  <SiteLink href={casePath(paths.staffContracts, other.id)}>
                    {other.contract_number}
                  </SiteLink>
                </p>
              ),
          )}
        </div>
        {data.closed_at && (
          <div className="rounded-md bg-sand-100 p-4 text-sm">
            <p className="font-semibold">
              {data.state === "cancelled" ? "Cancelado" : "Encerrado"} em{" "}
              {formatDateTime(data.closed_at)}
              {data.closed_by && ` por ${data.closed_by}`}
            </p>
            {data.ends_on && <p>Chaves devolvidas em {formatShortDate(data.ends_on)}</p>}
            {data.keys_note && (
              <p className="whitespace-pre-line wrap-anywhere">
                Recibo das chaves: {data.keys_note}
              </p>
            )}
            {data.close_reason && (
              <p className="whitespace-pre-line wrap-anywhere">Motivo: {data.close_reason}</p>
            )}
          </div>
        )}
        <ContractActions contract={data} canCorrect={canCorrect} />
        <ContractEndingPart contract={data} />
        <ContractCorrections contract={data} canCorrect={canCorrect} />
        {renderRenewal(data, () => void refetch())}
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
        <ContractLandlord contract={data} />
        {(data.claimUntil || data.inspections.length > 0) && (
          <ContractPart title="Vistorias">{renderInspections(data)}</ContractPart>
        )}
        <ContractReceipts contractId={data.id} />
        <ContractDocuments contract={data} />
        <ContractEvidence contract={data} />
        <ContractHistory contract={data} />
      </article>
      {children}
    </>
  );
}

/** What a contract rests on: the conditions, and who accepted them when and how. */
function ContractEvidence({ contract }: { contract: StaffContract }) {
  const { offer, acceptance, letter, request } = contract;
  return (
    <>
      {letter && (
        <ContractPart title="Carta de fiança">
          <DataList className="sm:grid-cols-2">
            <Datum label="Código de verificação">{groupsOfFour(letter.code)}</Datum>
            <Datum label="Emitida em">{formatDateTime(letter.issued_at)}</Datum>
            <Datum label="SHA-256 do arquivo" className="col-span-full">
              {letter.file_sha256 && <Hash>{letter.file_sha256}</Hash>}
            </Datum>
          </DataList>
        </ContractPart>
      )}
      {offer && acceptance && (
        <ContractPart title="Condições e aceite">
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
        </ContractPart>
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
} satisfies Record<OutgoingMailStatus, StatusLook>;

/** The mails to the tenant that are still kept, and who did what when. */
function ContractHistory({ contract }: { contract: StaffContract }) {
  const { id, mails, history, created_at } = contract;
  return (
    <>
      <ContractPart title="E-mails">
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
      </ContractPart>
      <ContractPart title="Histórico">
        <HistoryList
          entries={historyLines(history, {
            key: id,
            moment: created_at,
            text: "Contrato criado",
          })}
        />
      </ContractPart>
    </>
  );
}
