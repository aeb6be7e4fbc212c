import { useEffect, useState } from "react";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { phoneHref } from "../../../formats/phone.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { type Partner, useEndPartnership, usePartners } from "./partnership-queries.tsx";

export function PartnerRow({ partner }: { partner: Partner }) {
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{partner.company_name}</span>
        {partner.ended_at !== null && <StatusBadge tone="neutral">Encerrada</StatusBadge>}
      </span>
      <span className="wrap-anywhere">{partner.partner_name}</span>
      <span className="text-xs text-muted">
        {partner.city}, {partner.state} · desde {formatDateTime(partner.accepted_at)}
      </span>
    </>
  );
}

export function PartnerDetail({ id }: { id: string }) {
  const query = usePartners();
  const { rows, isError, isFetching, hasNextPage, fetchNextPage } = query;
  const { mutate, isPending } = useEndPartnership(id);
  const [isSure, setIsSure] = useState(false);
  const partner = rows?.find((row) => row.id === id);
  // The list is loaded page by page. The partner in the URL may be on a later page, so the next page is loaded.
  const isFurtherDown = rows !== undefined && !partner && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isFurtherDown) void fetchNextPage();
  }, [isFurtherDown, fetchNextPage]);
  if (!partner) {
    return (
      <QueryState
        query={query}
        isMissing={rows !== undefined && !hasNextPage && !isFetching}
        loading="Carregando parceiro..."
        failed="Não foi possível carregar este parceiro"
      />
    );
  }
  const { company_name, partner_name, phone, email, city, state, accepted_at, ended_at } = partner;
  return (
    <article className="card card-border grid gap-8 sm:p-8">
      <h2 className="text-card wrap-anywhere">{company_name}</h2>
      <DataList className="grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]">
        <Datum label="Contato">{partner_name}</Datum>
        <Datum label="Telefone">
          <a href={phoneHref(phone)}>{formatPhone(phone)}</a>
        </Datum>
        <Datum label="E-mail" className="col-span-2">
          <a href={`mailto:${email}`}>{email}</a>
        </Datum>
        <Datum label="Cidade">
          {city}, {state}
        </Datum>
        <Datum label="Parceiro desde">{formatDateTime(accepted_at)}</Datum>
        <Datum label="Parceria encerrada em">{ended_at && formatDateTime(ended_at)}</Datum>
      </DataList>
      {ended_at === null && (
        <div className="grid gap-3">
          {isSure && (
            <p>
              Encerrar a parceria com {company_name}? Os dados de contato ficam guardados por mais
              cinco anos.
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <StaffButton
              needs="requests"
              className={`max-sm:w-full ${isSure ? "btn-error" : "btn-outline"}`}
              isBusy={isPending}
              onClick={() => (isSure ? mutate() : setIsSure(true))}
            >
              {isSure ? "Sim, encerrar" : "Encerrar parceria"}
            </StaffButton>
            {isSure && (
              <Button className="btn-outline max-sm:w-full" onClick={() => setIsSure(false)}>
                Cancelar
              </Button>
            )}
          </div>
        </div>
      )}
    </article>
  );
}
