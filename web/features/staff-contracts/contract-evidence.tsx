import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { formatDeadline } from "../../../supabase/functions/_shared/contracts/formats/deadline.ts";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/formats/short-date.ts";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import { ContractPart } from "./contract-part.tsx";
import type { StaffContract } from "./contract-schema.ts";

/** What a contract rests on: the conditions, and who accepted them when and how. */
export function ContractEvidence({ contract }: { contract: StaffContract }) {
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
            <Datum label="Pedido">{request?.protocol ?? null}</Datum>
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
