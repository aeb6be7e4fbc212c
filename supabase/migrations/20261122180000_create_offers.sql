-- From an approved request to a contract in force: the offer, its acceptance, the contract with
-- its account, the letter. A stage is derived from these rows, never stored twice.

alter table public.outgoing_mail drop constraint outgoing_mail_template_check;
alter table public.outgoing_mail add constraint outgoing_mail_template_check check (template in (
  'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
  'tracking-link', 'documents-asked', 'offer-made', 'offer-reminder', 'offer-accepted',
  'contract-ready', 'contract-ended', 'partnership-received', 'partnership-notice',
  'contact-received', 'contact-notice', 'password-recovery', 'password-changed',
  'staff-confirmation', 'staff-pending', 'staff-released'
));

-- The conditions that somebody whose request is approved may accept.
create table public.offers (
  id uuid primary key default gen_random_uuid(),
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'accepted', 'expired', 'withdrawn')),
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  property_type text not null check (private.is_property_type(property_type)),
  landlord_name text not null check (char_length(btrim(landlord_name)) between 3 and 100),
  rental_value numeric(12, 2) not null check (rental_value between 0.01 and 9999999999.99),
  reference_value numeric(12, 2) not null check (reference_value between 0.01 and 9999999999.99),
  cover_limit numeric(12, 2) not null check (cover_limit between 0.01 and reference_value),
  fee numeric(12, 2) not null check (fee between 0 and 9999999999.99),
  fee_due_on date not null,
  payment_method text not null check (char_length(btrim(payment_method)) between 2 and 100),
  start_date date not null,
  months integer not null check (months between 1 and 12),
  end_date date not null generated always as (
    (start_date + make_interval(months => months) - interval '1 day')::date
  ) stored,
  valid_until timestamptz not null,
  terms_version text not null check (char_length(terms_version) between 1 and 40),
  conditions_sha256 text not null check (conditions_sha256 ~ '^[0-9a-f]{64}$'),
  reminded_at timestamptz,
  closed_at timestamptz,
  constraint offers_are_valid_for_a_while check (valid_until > created_at),
  constraint offers_closed_have_time check ((status = 'open') = (closed_at is null))
);
comment on table public.offers is 'Conditions of a guarantee, made by staff for an approved request.';
comment on column public.offers.cover_limit is 'The most that is paid, in reais; from the business rules of that moment.';
comment on column public.offers.fee is 'The total cost of the term, in reais.';
comment on column public.offers.conditions_sha256 is 'Of the PDF that is shown before accepting: offer-documents/<offer id>.pdf.';

create unique index offers_one_open on public.offers (simulation_id) where status = 'open';
create unique index offers_one_accepted on public.offers (simulation_id) where status = 'accepted';
create index offers_by_simulation on public.offers (simulation_id, created_at desc);
create index offers_by_end on public.offers (valid_until) where status = 'open';
create index offers_by_author on public.offers (created_by);

alter table public.offers enable row level security;
revoke all on public.offers from anon, authenticated, service_role;
grant select, insert, update, delete on public.offers to service_role;

alter table public.contracts
  add column offer_id uuid unique references public.offers (id) on delete set null,
  add column property_city text check (char_length(btrim(property_city)) between 2 and 100),
  add column property_state text check (private.is_state(property_state)),
  add column cover_limit numeric(12, 2) check (cover_limit between 0 and guarantee_reference_value),
  add column fee numeric(12, 2) check (fee between 0 and 9999999999.99),
  add column closed_at timestamptz,
  add column closed_by uuid references auth.users (id) on delete set null,
  add column close_reason text check (char_length(btrim(close_reason)) between 3 and 1000);
comment on column public.contracts.cover_limit is 'The most that is paid, in reais; null for contracts from before offers.';
comment on column public.contracts.closed_at is 'When staff ended or cancelled it; null for one that ran its term.';
create index contracts_by_closer on public.contracts (closed_by);
create index contracts_by_end on public.contracts (end_date);
-- Whom a tenant deals with and why it ended is the tenant's to read; who of staff did it is not.
grant select (property_city, property_state, cover_limit, fee, closed_at, close_reason, created_at)
on public.contracts to authenticated;

-- The evidence of an acceptance stays as long as its contract.
create table public.acceptances (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  offer_id uuid unique references public.offers (id) on delete set null,
  accepted_at timestamptz not null default now(),
  full_name text not null check (char_length(btrim(full_name)) between 3 and 100),
  -- What stood beside each box that was ticked.
  clauses text[] not null check (array_length(clauses, 1) between 1 and 50),
  terms_version text not null check (char_length(terms_version) between 1 and 40),
  conditions_sha256 text not null check (conditions_sha256 ~ '^[0-9a-f]{64}$'),
  address_hash text not null check (char_length(address_hash) between 16 and 128),
  user_agent text not null check (char_length(user_agent) <= 500)
);
comment on table public.acceptances is 'Who accepted which conditions, when and how; evidence, so rows do not change.';
alter table public.acceptances enable row level security;
revoke all on public.acceptances from anon, authenticated, service_role;
grant select, insert, delete on public.acceptances to service_role;

-- A letter has its code before it is printed, so that making it again makes the same file.
create table public.letters (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  issued_at timestamptz not null default now(),
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$')
);
comment on table public.letters is 'Letters of guarantee; one that has no file yet is being made.';
comment on column public.letters.code is '60 random bits in Crockford''s base 32; what /verificar asks for.';
alter table public.letters enable row level security;
revoke all on public.letters from anon, authenticated, service_role;
grant select, insert, update, delete on public.letters to service_role;

-- The letter and the contract are made by a worker, leased and retried like mail.
create table public.document_jobs (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'working', 'done', 'parked')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text check (char_length(last_error) <= 500),
  created_at timestamptz not null default now(),
  constraint document_jobs_working_is_leased check ((status = 'working') = (leased_until is not null))
);
comment on table public.document_jobs is 'Contracts whose letter and contract PDF are to be made.';
create index document_jobs_due on public.document_jobs (next_attempt_at) where status = 'queued';
create index document_jobs_leased on public.document_jobs (leased_until) where status = 'working';
alter table public.document_jobs enable row level security;
revoke all on public.document_jobs from anon, authenticated, service_role;
grant select, insert, update, delete on public.document_jobs to service_role;

-- What an applicant is asked for and has sent, one row for each kind.
create table public.asked_documents (
  id uuid primary key default gen_random_uuid(),
  simulation_id uuid not null references public.simulations (id) on delete cascade,
  kind text not null check (kind in ('identity', 'income', 'residence', 'other')),
  note text check (char_length(btrim(note)) between 3 and 500),
  status text not null default 'asked' check (status in ('asked', 'sent', 'accepted', 'refused')),
  asked_at timestamptz not null default now(),
  asked_by uuid references auth.users (id) on delete set null,
  file_path text unique check (char_length(file_path) <= 400),
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  refusal_reason text check (char_length(btrim(refusal_reason)) between 3 and 500),
  constraint asked_documents_sent_have_file check ((status = 'asked') or (file_path is not null)),
  constraint asked_documents_refused_have_reason
    check ((status = 'refused') = (refusal_reason is not null))
);
comment on table public.asked_documents is 'Documents that staff asked an applicant for; the file is in request-documents.';
create index asked_documents_by_simulation on public.asked_documents (simulation_id, asked_at);
create index asked_documents_by_asker on public.asked_documents (asked_by);
create index asked_documents_by_decider on public.asked_documents (decided_by);
alter table public.asked_documents enable row level security;
revoke all on public.asked_documents from anon, authenticated, service_role;
grant select, insert, update, delete on public.asked_documents to service_role;

-- Buckets that only the service role reads and writes; files go out by short signed links.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('request-documents', 'request-documents', false, 10485760,
    array['application/pdf', 'image/jpeg', 'image/png']),
  ('offer-documents', 'offer-documents', false, 10485760, array['application/pdf']);

-- For so long a decision can be taken back; its mail waits, and its applicant is not told.
alter table private.staff_settings
  add column undo_seconds integer not null default 10 check (undo_seconds between 0 and 60);
comment on column private.staff_settings.undo_seconds is 'For how long a decision can be taken back before its mail leaves.';

-- Definer: the settings are closed to those who call what asks for this.
create function private.undo_period() returns interval
language sql stable security definer
set search_path = ''
as $$
  select make_interval(secs => undo_seconds) from private.staff_settings;
$$;
revoke all on function private.undo_period() from public, anon, authenticated;
grant execute on function private.undo_period() to authenticated, service_role;

-- What the link of a request shows, in parts, each beside what it is about.
create function private.tracked_documents(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', asked.id, 'kind', asked.kind, 'note', asked.note, 'status', asked.status,
    'reason', asked.refusal_reason
  )) order by asked.asked_at, asked.kind)
  from public.asked_documents as asked where asked.simulation_id = simulation.id;
$$;

create function private.tracked_offer(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', offer.id, 'status', offer.status, 'propertyType', offer.property_type,
    'landlordName', offer.landlord_name, 'rentalValue', offer.rental_value,
    'referenceValue', offer.reference_value, 'coverLimit', offer.cover_limit, 'fee', offer.fee,
    'feeDueOn', offer.fee_due_on, 'paymentMethod', offer.payment_method,
    'startDate', offer.start_date, 'endDate', offer.end_date, 'months', offer.months,
    'validUntil', offer.valid_until, 'conditionsSha256', offer.conditions_sha256,
    'createdAt', offer.created_at
  )
  from public.offers as offer
  where offer.simulation_id = simulation.id and offer.status <> 'withdrawn'
  order by offer.created_at desc limit 1;
$$;

create function private.tracked_contract(simulation public.simulations) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'contractNumber', contract.contract_number, 'status', contract.status,
    'isReady', coalesce(job.status = 'done', false)
  )
  from public.offers as offer
  join public.contracts as contract on contract.offer_id = offer.id
  left join public.document_jobs as job on job.contract_id = contract.id
  where offer.simulation_id = simulation.id;
$$;

create or replace function public.track_request(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  found_one public.simulations;
  is_told boolean;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  found_one := private.find_tracked(secret_hash);
  if found_one.id is null then
    -- Answered, not raised, or it would not be counted.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  is_told := coalesce(found_one.reviewed_at <= now() - private.undo_period(), false);
  return jsonb_strip_nulls(jsonb_build_object(
    'protocol', found_one.protocol,
    'status', case when is_told then found_one.status else 'pending' end,
    'receivedAt', found_one.created_at,
    'answerDueAt', found_one.answer_due_at,
    'decidedAt', case when is_told then found_one.reviewed_at end,
    'reason', case when is_told then found_one.rejection_reason end,
    'documents', private.tracked_documents(found_one),
    'offer', case when is_told then private.tracked_offer(found_one) end,
    'contract', case when is_told then private.tracked_contract(found_one) end
  ));
end
$$;

-- A mail about a request knows its documents, offer and contract, and one about a contract its request.
create or replace function private.subject_of_mail(mail public.outgoing_mail) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select to_jsonb(simulation) - 'search_text' || jsonb_build_object(
        'documents', private.tracked_documents(simulation),
        'offer', private.tracked_offer(simulation),
        'contract', private.tracked_contract(simulation)
      )
      from public.simulations as simulation where simulation.id = mail.simulation_id
    ),
    (
      select to_jsonb(request)
      from public.partnership_requests as request where request.id = mail.partnership_request_id
    ),
    (
      select to_jsonb(sent)
      from public.contact_messages as sent where sent.id = mail.contact_message_id
    ),
    (
      select to_jsonb(contract) || jsonb_build_object(
        'auth_email', private.auth_email_of(contract.user_id),
        'letter_code', letter.code,
        'protocol', simulation.protocol
      )
      from public.contracts as contract
      left join public.letters as letter on letter.contract_id = contract.id
      left join public.offers as offer on offer.id = contract.offer_id
      left join public.simulations as simulation on simulation.id = offer.simulation_id
      where contract.id = mail.contract_id
    )
  );
$$;

grant execute on function
  private.tracked_documents(public.simulations), private.tracked_offer(public.simulations),
  private.tracked_contract(public.simulations)
to service_role;
