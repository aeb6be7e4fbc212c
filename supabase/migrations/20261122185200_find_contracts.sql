-- Staff find contracts by what people say on the phone, and see all that one rests on. Who read
-- whose contract is on record; no policy opens the tables to staff.
alter table public.contracts
  add column search_text text generated always as (
    private.search_key(
      ' ' || tenant_name || ' ' || coalesce(tenant_email, '') || ' ' || tenant_cpf
      || ' ' || contract_number
    )
  ) stored;
comment on column public.contracts.search_text is 'Name, e-mail, CPF and number for the staff search, a space before each.';
create index contracts_by_search_text
  on public.contracts using gin (search_text extensions.gin_trgm_ops);
create index contracts_by_term on public.contracts (end_date, id);
-- The new one begins with the same column.
drop index public.contracts_by_end;

create function private.today_in_brasilia() returns date
language sql stable
set search_path = ''
as $$
  select (now() at time zone 'America/Sao_Paulo')::date;
$$;
comment on function private.today_in_brasilia is 'The day by which terms begin and end.';

-- Derived: a contract that ran its term stays as it is stored.
create function private.contract_state(contract public.contracts) returns text
language sql stable
set search_path = ''
as $$
  select case
    when contract.status <> 'active' then contract.status
    when contract.end_date < private.today_in_brasilia() then 'expired'
    when contract.start_date > private.today_in_brasilia() then 'upcoming'
    else 'in_force'
  end;
$$;
comment on function private.contract_state is 'upcoming, in_force, expired (ran its term), ended or cancelled.';
grant execute on function
  private.today_in_brasilia(), private.contract_state(public.contracts)
to authenticated, service_role;

-- Definer: staff have no grant on the table.
create function private.list_contracts(
  wanted_view text, wanted_search text, after_date date, after_id uuid, page_size integer
)
returns setof public.contracts
language plpgsql volatile security definer
set search_path = ''
-- One plan per combination of filters; a generic plan would read the whole table.
set plan_cache_mode = force_custom_plan
as $$
declare
  patterns constant text[] := private.search_patterns(wanted_search);
  most constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  today constant date := private.today_in_brasilia();
  page public.contracts[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  if wanted_view in ('active', 'expiring') then
    page := array(
      select contract
      from public.contracts as contract
      where contract.status = 'active' and contract.end_date >= today
        and (wanted_view = 'active' or contract.end_date <= today + 30)
        -- An index serves "like", but not "like all".
        and (patterns[1] is null or contract.search_text like patterns[1])
        and (patterns[2] is null or contract.search_text like all (patterns[2:]))
        and (after_id is null or (contract.end_date, contract.id) > (after_date, after_id))
      order by contract.end_date, contract.id
      limit most
    );
  else
    page := array(
      select contract
      from public.contracts as contract
      where
        case wanted_view
          when 'ended' then
            contract.status = 'ended' or (contract.status = 'active' and contract.end_date < today)
          when 'cancelled' then contract.status = 'cancelled'
          else wanted_view is null
        end
        and (patterns[1] is null or contract.search_text like patterns[1])
        and (patterns[2] is null or contract.search_text like all (patterns[2:]))
        and (after_id is null or (contract.end_date, contract.id) < (after_date, after_id))
      order by contract.end_date desc, contract.id desc
      limit most
    );
  end if;
  perform private.record_reading(
    'read-contracts', array(select shown.id from unnest(page) as shown)
  );
  return query select * from unnest(page);
end
$$;

create function public.list_contracts(
  view text default null, search text default null,
  after_date date default null, after_id uuid default null, page_size integer default 20
)
returns table (
  id uuid, contract_number text, tenant_name text, landlord_name text, property_address text,
  start_date date, end_date date, state text
)
language sql volatile
set search_path = ''
as $$
  select found.id, found.contract_number, found.tenant_name, found.landlord_name,
    found.property_address, found.start_date, found.end_date, private.contract_state(found)
  from private.list_contracts($1, $2, $3, $4, $5) as found;
$$;
comment on function public.list_contracts is 'One page: active and expiring ones by the nearest end, others by the latest; the next page starts after the last row. Active staff only; who read what is on record.';

create function private.contract_detail(contract_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := contract_id;
  found_one public.contracts;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  select * into found_one from public.contracts as contract where contract.id = wanted;
  if not found then
    raise sqlstate 'PT404' using message = 'Contrato não encontrado.';
  end if;
  perform private.record_reading('read-contracts', array[wanted]);
  return to_jsonb(found_one) - array['search_text', 'user_id', 'closed_by'] || jsonb_build_object(
    'state', private.contract_state(found_one),
    'closed_by', (
      select coalesce(staff.full_name, staff.email)
      from public.staff where staff.user_id = found_one.closed_by
    ),
    'request', (
      select jsonb_build_object('id', simulation.id, 'protocol', simulation.protocol)
      from public.offers as offer
      join public.simulations as simulation on simulation.id = offer.simulation_id
      where offer.id = found_one.offer_id
    ),
    'offer', (
      select jsonb_build_object(
        'created_at', offer.created_at, 'valid_until', offer.valid_until,
        'fee_due_on', offer.fee_due_on, 'terms_version', offer.terms_version,
        'conditions_sha256', offer.conditions_sha256,
        'who', (
          select coalesce(staff.full_name, staff.email)
          from public.staff where staff.user_id = offer.created_by
        )
      )
      from public.offers as offer where offer.id = found_one.offer_id
    ),
    'acceptance', (
      select to_jsonb(acceptance) - array['contract_id', 'offer_id']
      from public.acceptances as acceptance where acceptance.contract_id = wanted
    ),
    'letter', (
      select jsonb_build_object(
        'code', letter.code, 'issued_at', letter.issued_at, 'file_sha256', letter.file_sha256
      )
      from public.letters as letter where letter.contract_id = wanted
    ),
    'documents_job', (
      select jsonb_build_object('status', job.status, 'attempts', job.attempts)
      from public.document_jobs as job where job.contract_id = wanted
    ),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', document.id, 'document_name', document.document_name,
        'created_at', document.created_at,
        'is_issued', private.is_issued_document(document)
      ) order by document.created_at, document.document_name), '[]')
      from public.contract_documents as document where document.contract_id = wanted
    ),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', mail.id, 'template', mail.template, 'status', mail.status,
        'created_at', mail.created_at, 'sent_at', mail.sent_at
      ) order by mail.created_at desc), '[]')
      from public.outgoing_mail as mail where mail.contract_id = wanted
    ),
    'history', private.subject_history(wanted, 'read-contracts')
  );
end
$$;

-- Letter, contract and conditions are what was accepted: who wants them gone cancels the contract.
create function private.is_issued_document(document public.contract_documents) returns boolean
language sql immutable
set search_path = ''
as $$
  select document.file_path in (
    document.contract_id || '/carta-de-fianca.pdf',
    document.contract_id || '/contrato-de-garantia.pdf',
    document.contract_id || '/condicoes-aceitas.pdf'
  );
$$;
comment on function private.is_issued_document is 'Whether a file was issued with its contract, not filed by staff.';
revoke all on function private.is_issued_document(public.contract_documents)
  from public, anon, authenticated, service_role;

create function public.contract_detail(contract_id uuid) returns jsonb
language sql volatile
set search_path = ''
as $$
  select private.contract_detail($1);
$$;
comment on function public.contract_detail is 'A contract with all it rests on: offer, acceptance, letter, documents, mails, history. Active staff only; who read what is on record.';

grant execute on function
  private.list_contracts(text, text, date, uuid, integer), private.contract_detail(uuid)
to authenticated;
revoke all on function
  public.list_contracts(text, text, date, uuid, integer), public.contract_detail(uuid)
from public, anon, service_role;
grant execute on function
  public.list_contracts(text, text, date, uuid, integer), public.contract_detail(uuid)
to authenticated;
