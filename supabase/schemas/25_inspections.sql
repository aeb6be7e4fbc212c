-- Condition of the property when the keys changed hands: entry and exit reports, photos and papers of tenant and
-- landlord. They belong to the lease, so a renewal keeps them. Both parties see all files and send their own. Nobody
-- can replace or withdraw a file, so that a claim is decided by the files that were sent in time. This file also
-- computes the last day for claims.
create table public.inspection_files (
  id uuid primary key,
  lease_id uuid not null references public.leases (id) on delete cascade,
  moment text not null check (moment in ('entry', 'exit')),
  side text not null check (side in ('tenant', 'landlord')),
  room text not null check (
    room in ('living', 'bedroom', 'kitchen', 'bathroom', 'laundry', 'outside', 'whole', 'other')
  ),
  note text check (char_length(btrim(note)) between 1 and 500),
  file_path text not null unique check (
    starts_with(file_path, lease_id::text || '/') and char_length(file_path) <= 400
  ),
  file_type text not null check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes between 1 and 10485760),
  received_at timestamptz not null default now(),
  sent_by text check (private.is_email(sent_by)),
  aside_at timestamptz,
  aside_by uuid,
  aside_reason text check (char_length(btrim(aside_reason)) between 3 and 500),
  constraint inspection_files_come_once unique (lease_id, moment, side, file_sha256),
  constraint inspection_files_aside_is_whole check (num_nonnulls(aside_at, aside_by, aside_reason) in (0, 3)),
  constraint inspection_files_of_landlords_have_address check ((side = 'landlord') = (sent_by is not null))
);
comment on table public.inspection_files is 'Photos and papers of entry and exit, sent by tenant or landlord. Files are only added; staff can set one aside.';
comment on column public.inspection_files.id is 'Id that the browser makes, so that a file that is sent again is recognised.';
comment on column public.inspection_files.file_path is 'Path of the file in the bucket request-documents: <lease id>/<file>.';
comment on column public.inspection_files.file_sha256 is 'SHA-256 of the uploaded file. The hash identifies a repeated upload and is the sender''s proof.';
comment on column public.inspection_files.sent_by is 'Confirmed e-mail address of the landlord who sent the file; null for the tenant.';
comment on column public.inspection_files.aside_at is 'Time when staff set the file aside. Such a file is kept, but it is no evidence and does not count.';
comment on column public.inspection_files.aside_by is 'Member of staff; no foreign key, because the file outlives the account.';
create index inspection_files_by_age on public.inspection_files (received_at);
alter table public.inspection_files enable row level security;
-- No role may update or delete rows. The purge deletes expired rows with the rights of the table's owner.
grant select, insert on public.inspection_files to service_role;

-- The business rules as they are published at the time of the call.
create function private.proof_days() returns integer
language sql stable
return private.business_number('proofDays', 1, 365, 30);
comment on function private.proof_days is 'Returns how many days after the return of the keys, or the end of the last contract, a landlord may open a claim, by the business rules.';
grant execute on function private.proof_days to service_role;

create function private.claim_until(lease_id uuid) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'day', greatest(days.of_proof, days.of_notice),
    'countedFrom', case
      when days.of_notice > days.of_proof then 'told'
      when known.keys_on <= known.end_on then 'keys'
      else 'end'
    end,
    'since', known.since, 'toldOn', known.told_on
  )
  from (
    select max(private.last_day(contract)) as end_on, max(ending.keys_on) as keys_on,
      max(ending.landlord_told_on) as told_on,
      least(max(private.last_day(contract)), max(ending.keys_on)) as since
    from public.contracts as contract
    left join public.contract_endings as ending
      on ending.contract_id = contract.id and ending.status = 'confirmed'
    where contract.lease_id = $1 and contract.status <> 'cancelled'
    having count(*) > 0
  ) as known
  cross join lateral (
    select known.since + private.proof_days() as of_proof,
      known.told_on + private.business_number('claimNoticeDays', 1, 60, 15) as of_notice
  ) as days;
end;
comment on function private.claim_until is 'Returns the last day to claim and the day from which it is counted: {day, countedFrom, since, toldOn}. It is proofDays after the return of the keys or the end of the last contract, whichever comes first, and at least claimNoticeDays after the landlord was told of the ending (countedFrom: keys | end | told). Null for a lease without a guarantee.';
grant execute on function private.claim_until to service_role;

create function private.last_claim_day(lease_id uuid) returns date
language sql stable
return (private.claim_until(lease_id) ->> 'day')::date;
comment on function private.last_claim_day is 'Returns the last day to claim; null for a lease without a guarantee.';
grant execute on function private.last_claim_day to service_role;

create function private.takes_inspections(lease_id uuid) returns boolean
language sql stable
return coalesce(private.last_claim_day(lease_id) >= private.today_in_brasilia(), false);
comment on function private.takes_inspections is 'Reports whether reports of a lease may still be sent: until the last day to claim.';
grant execute on function private.takes_inspections to service_role;

create function private.inspections_of(lease_id uuid) returns jsonb
language sql stable
return jsonb_build_object(
  'inspections', (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', file.id, 'moment', file.moment, 'side', file.side, 'room', file.room, 'note', file.note,
      'type', file.file_type, 'bytes', file.bytes, 'sha256', file.file_sha256,
      'receivedAt', file.received_at, 'asideReason', file.aside_reason
    )) order by file.received_at, file.id), '[]')
    from public.inspection_files as file where file.lease_id = $1
  ),
  'takesInspections', private.takes_inspections($1),
  'claimUntil', private.claim_until($1),
  'keysProofAt', (
    select max(said.proof_at)
    from public.handover_statements as said
    join public.contract_endings as ending on ending.id = said.ending_id
    join public.contracts as contract on contract.id = ending.contract_id
    where contract.lease_id = $1 and ending.status <> 'withdrawn'
  )
);
comment on function private.inspections_of is 'Returns the reports of a lease, whether more may be sent, the last day to claim, and the time when the receipt of the keys arrived. For the tenant, landlords who act, and staff.';
grant execute on function private.inspections_of to service_role;

-- Security definer, because tenants have no grant on inspection_files.
create function private.my_inspections(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_strip_nulls(private.inspections_of(contract.lease_id))
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_inspections', 'authenticated',
  'Returns the reports of tenant and landlord about the lease of the caller''s own contract, and the last day to claim; null for any other contract.');

-- A landlord is identified by the address to which the link belongs. Tenants and staff are signed in.
create function private.acting_side(lease_id uuid, address text, holder uuid, is_staff boolean) returns text
language sql stable
set search_path = ''
as $$
  select case
    when address is not null then case when private.acts_for($1, address) then 'landlord' end
    when is_staff then 'staff'
    else (select 'tenant' from public.leases as lease where lease.id = $1 and lease.user_id = holder)
  end;
$$;
comment on function private.acting_side is 'Returns the side for which a person may act in a lease and read its files: landlord, tenant or staff; null for anybody else, and for an address that only reads.';
grant execute on function private.acting_side to service_role;

create function private.file_receipt(file_id uuid, file_sha256 text, received_at timestamptz) returns jsonb
language sql immutable
return jsonb_build_object('id', $1, 'sha256', $2, 'receivedAt', $3);
comment on function private.file_receipt is 'Returns the answer to the sender of a file: id, hash and time of arrival.';
grant execute on function private.file_receipt to service_role;

-- Concurrent uploads are counted by address, because several links may be open for one address.
create function public.upload_sender(secret_hash text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return private.subject_hash(private.find_landlord($1));
end
$$;
comment on function public.upload_sender is 'Returns the keyed hash of the address to which a landlord''s link belongs; null for an unknown link. Service role only.';
grant execute on function public.upload_sender to service_role;

-- An upload has two steps: open_inspection_upload checks before the file is read, receive_inspection writes the row
-- after the file is stored.
create function public.open_inspection_upload(
  holder uuid, secret_hash text, lease_id uuid, file_id uuid, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  address constant text := private.find_landlord(secret_hash);
  sender constant text := private.acting_side($3, address, $1, false);
  kept public.inspection_files;
begin
  perform private.require_within_limit('inspection-by-address', address_hash);
  if sender is null then
    -- Returns null instead of raising an error, because an error would roll back the count of failed look-ups.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.require_within_limit('inspection-by-side', $3 || ' ' || coalesce(address, 'tenant'));
  select * into kept from public.inspection_files as file
  where file.id = $4 and file.lease_id = $3 and file.side = sender;
  return jsonb_strip_nulls(jsonb_build_object(
    'leaseId', $3, 'isOpen', private.takes_inspections($3),
    'keptSha256', kept.file_sha256,
    'file', case when kept.id is not null then private.file_receipt(kept.id, kept.file_sha256, kept.received_at) end
  ));
end
$$;
comment on function public.open_inspection_upload is 'Reports whether a tenant (holder) or a landlord (secret_hash) may upload a file of a report, and what is stored under its id; null for a lease of others. Service role only.';
grant execute on function public.open_inspection_upload to service_role;

create function public.receive_inspection(
  holder uuid, secret_hash text, lease_id uuid, file_id uuid, moment text, room text, note text,
  file_path text, file_type text, file_sha256 text, bytes integer
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  address constant text := private.find_landlord(secret_hash);
  sender text;
  kept public.inspection_files;
begin
  -- The lock makes two concurrent uploads count one after the other.
  perform from public.leases as lease where lease.id = $3 for no key update;
  sender := private.acting_side($3, address, $1, false);
  if sender is null then
    return null;
  end if;
  select * into kept from public.inspection_files as file
  where file.id = $4 or file.lease_id = $3 and file.moment = $5 and file.side = sender
    and file.file_sha256 = $10
  order by file.id <> $4 limit 1;
  if kept.id is not null then
    return jsonb_build_object(
      'isKept', kept.lease_id = $3 and kept.side = sender and kept.file_sha256 = $10,
      'changed', false, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at)
    );
  end if;
  if not private.takes_inspections($3) then
    return '{"isKept": false, "changed": false}';
  end if;
  if (
    select count(*) >= 60 or sum(file.bytes) + $11 > 209715200
    from public.inspection_files as file
    where file.lease_id = $3 and file.moment = $5 and file.side = sender
      and file.sent_by is not distinct from address and file.aside_at is null
  ) then
    return '{"isKept": false, "changed": false, "isFull": true}';
  end if;
  insert into public.inspection_files (
    id, lease_id, moment, side, room, note, file_path, file_type, file_sha256, bytes, sent_by
  )
  values ($4, $3, $5, sender, $6, nullif(btrim($7), ''), $8, $9, $10, $11, address)
  returning * into kept;
  perform private.note(
    'send-inspection', (private.current_contract($3)).id, jsonb_build_object('status', sender, 'file', $4), $1
  );
  -- Photos come one by one, so the other addresses are told once a day of each report.
  perform private.tell_of_act($3, address, 'send-report', $3 || '-' || $5 || '-' || private.today_in_brasilia())
  where address is not null;
  return jsonb_build_object('isKept', true, 'changed', true, 'file', private.file_receipt(kept.id, kept.file_sha256, kept.received_at));
end
$$;
comment on function public.receive_inspection is 'Records a stored file as part of a lease''s report, at most 60 files and 200 MB per sender for entry and for exit, over the whole life of the lease. The same id is recorded once, and so is the same content of one side for entry or exit. isKept is false when the file came too late, isFull is true when there is no room. Service role only.';
grant execute on function public.receive_inspection to service_role;

-- Finds the files that open-case-file opens, in both tables that have such files.
create function private.case_file(
  file_id uuid, out lease_id uuid, out path text, out action text, out is_secret boolean
)
language sql stable
set search_path = ''
as $$
  select file.lease_id, file.file_path, 'view-inspection', false
  from public.inspection_files as file where file.id = $1
  union all
  -- The slip of a payment shows the landlord's account.
  select claim.lease_id, file.file_path, 'view-claim-file', file.kind = 'payment'
  from public.claim_files as file join public.claims as claim on claim.id = file.claim_id
  where file.id = $1;
$$;
comment on function private.case_file is 'Returns lease and path of a file that both parties may see, and the name of the view in the audit trail; is_secret for a file that only landlord and staff may see. Null in each column for an unknown file.';
grant execute on function private.case_file to service_role;

create function private.note_look(file_id uuid, lease_id uuid, action text, side text) returns void
language sql
return private.note($3, (private.current_contract($2)).id, jsonb_build_object('status', $4, 'file', $1));
comment on function private.note_look is 'Records each view of a file of a lease in the audit trail, because the photos show somebody''s home.';
grant execute on function private.note_look to service_role;

-- Security definer, because callers have no grant on the tables of files.
create function private.view_case_file(file_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  is_staff constant boolean := private.has_right('read');
  file record;
begin
  select * into file from private.case_file($1);
  if not is_staff and (file.is_secret or not private.is_my_lease(file.lease_id)) is not false then
    return private.refuse_right('read', 'view-inspection', $1);
  end if;
  perform private.require_found(file.path is not null, 'Arquivo não encontrado.');
  perform private.note_look(
    $1, file.lease_id, file.action, case when is_staff then 'staff' else 'tenant' end
  );
  return jsonb_build_object('path', file.path);
end
$$;
call private.expose('view_case_file', 'authenticated',
  'Returns the path of a file of a contract''s report, for a signed link. The contract''s tenant and active staff; each view is recorded.');

create function public.find_case_file(secret_hash text, file_id uuid, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
  file record;
begin
  select * into file from private.case_file($2);
  if not private.acts_for(file.lease_id, opened) then
    return null;
  end if;
  perform private.note_look($2, file.lease_id, file.action, 'landlord');
  return jsonb_build_object('path', file.path);
end
$$;
comment on function public.find_case_file is 'Does the same as view_case_file for the holder of the link of an address that acts for the landlord; null otherwise. Service role only.';
grant execute on function public.find_case_file to service_role;

-- The PDF of a receipt is drawn once for each list of files and never changes. Files that arrive later make a new list
-- and so a new receipt; the former receipt stays valid.
create table private.inspection_receipts (
  lease_id uuid not null references public.leases (id) on delete cascade,
  moment text not null check (moment in ('entry', 'exit')),
  side text not null check (side in ('tenant', 'landlord')),
  source_sha256 text not null check (source_sha256 ~ '^[0-9a-f]{64}$'),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz not null default now(),
  primary key (lease_id, moment, side, source_sha256)
);
comment on table private.inspection_receipts is 'SHA-256 of the PDF of each receipt of a report. The files are in the bucket contract-documents.';
comment on column private.inspection_receipts.source_sha256 is 'SHA-256 of the facts that the receipt states.';
alter table private.inspection_receipts enable row level security;
grant select, insert on private.inspection_receipts to service_role;

create function private.inspection_list(lease_id uuid, moment text, side text) returns jsonb
language sql stable
begin atomic
  select said.facts || jsonb_build_object('sourceSha256', said.hash, 'sha256', drawn.file_sha256)
  from (
    select listed.facts, encode(sha256(convert_to(listed.facts::text, 'UTF8')), 'hex') as hash
    from (
      select jsonb_build_object(
        'contractId', contract.id, 'contractNumber', contract.contract_number,
        'propertyAddress', contract.property_address,
        'files', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
          'room', file.room, 'note', file.note, 'sha256', file.file_sha256,
          -- The text of a timestamp must not depend on the session's time zone, because the facts are hashed.
          'receivedAt', to_char(file.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        )) order by file.received_at, file.id)
      ) as facts
      from private.current_contract($1) as contract
      join public.inspection_files as file on file.lease_id = contract.lease_id
      where file.moment = $2 and file.side = $3
      group by contract.id, contract.contract_number, contract.property_address
    ) as listed
  ) as said
  left join private.inspection_receipts as drawn
    on drawn.lease_id = $1 and drawn.moment = $2 and drawn.side = $3 and drawn.source_sha256 = said.hash;
end;
comment on function private.inspection_list is 'Returns the facts of the receipt of a report, their hash, and the hash of the receipt''s PDF once that exists; null when the report has no files.';
grant execute on function private.inspection_list to service_role;

create function public.record_inspection_receipt(
  lease_id uuid, moment text, side text, source_sha256 text, file_sha256 text
) returns text
language plpgsql
set search_path = ''
as $$
begin
  insert into private.inspection_receipts (lease_id, moment, side, source_sha256, file_sha256)
  values ($1, $2, $3, $4, $5)
  on conflict on constraint inspection_receipts_pkey do nothing;
  return (
    select drawn.file_sha256 from private.inspection_receipts as drawn
    where drawn.lease_id = $1 and drawn.moment = $2 and drawn.side = $3 and drawn.source_sha256 = $4
  );
end
$$;
comment on function public.record_inspection_receipt is 'Records the hash of a stored receipt, once for each list of files, and returns the hash that was recorded first. Service role only.';
grant execute on function public.record_inspection_receipt to service_role;

-- Security definer, because callers have no grant on inspection_files.
create function private.list_inspection(lease_id uuid, moment text, side text) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.has_right('read') and not private.is_my_lease($1) then
    return private.refuse_right('read', 'view-inspection', $1);
  end if;
  return private.inspection_list($1, $2, $3);
end
$$;
call private.expose('list_inspection', 'authenticated',
  'Returns the facts of the receipt of a lease''s report (moment: entry or exit; side: tenant or landlord), and the hash of its PDF once that exists; null when the report has no files. The lease''s tenant and active staff.');

create function public.list_inspection_by_link(
  secret_hash text, lease_id uuid, moment text, side text, address_hash text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  opened constant text := private.open_landlord_link(secret_hash, address_hash);
begin
  return case when private.acts_for($2, opened) then private.inspection_list($2, $3, $4) end;
end
$$;
comment on function public.list_inspection_by_link is 'Does the same as list_inspection for the holder of the link of an address that acts for the landlord. Service role only.';
grant execute on function public.list_inspection_by_link to service_role;

-- Security definer, because no role may update the files of parties.
create function private.set_file_aside(file_id uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := (select auth.uid());
  file record;
  changed boolean;
begin
  if coalesce(char_length(btrim($2)), 0) not between 3 and 500 then
    perform private.reject('Diga por que o arquivo não vale como prova, com 3 a 500 caracteres.', 'reason');
  end if;
  select * into file from private.case_file($1);
  perform private.require_found(file.path is not null, 'Arquivo não encontrado.');
  update public.inspection_files as kept set aside_at = now(), aside_by = caller, aside_reason = btrim($2)
  where kept.id = $1 and kept.aside_at is null;
  changed := found;
  update public.claim_files as kept set aside_at = now(), aside_by = caller, aside_reason = btrim($2)
  where kept.id = $1 and kept.aside_at is null;
  if found then
    -- The event raises the version of the claim, so that nobody decides with evidence that was set aside meanwhile.
    perform private.note_event(claim, 'staff', 'file-aside')
    from public.claim_files as kept join public.claims as claim on claim.id = kept.claim_id
    where kept.id = $1;
    changed := true;
  end if;
  if changed then
    perform private.note('set-file-aside', (private.current_contract(file.lease_id)).id, jsonb_build_object('file', $1));
  end if;
  return jsonb_build_object('changed', changed);
end
$$;
call private.expose('set_file_aside', 'authenticated',
  'Sets a file of a report or a claim aside, once, with a reason that both parties read. The file is kept, but it is no evidence and does not count.',
  needs => 'claims');

-- Both parties are reminded, because a landlord who misses the last day to claim gets nothing.
create function private.remind_of_claims_end(moment timestamptz default now()) returns integer
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.day_in_brasilia(moment);
  days constant integer := private.proof_days();
  told record;
  count integer := 0;
begin
  if extract(hour from moment at time zone 'America/Sao_Paulo') < 8 then
    return 0;
  end if;
  for told in
    -- Only the latest reminder day that has come counts, so a schedule that was down sends no missed reminders.
    update public.leases as lease set claims_end_told_on = due.told_on
    from (
      select near.lease_id, near.last_day, max(near.last_day - ahead) as told_on
      from (
        select ending.lease_id, private.last_claim_day(ending.lease_id) as last_day
        from (
          -- A last day to claim depends on a term, on the day of the keys or on the day on which the landlord was told.
          select contract.lease_id from public.contracts as contract
          where (
            contract.end_date between today - days and today - days + 15
            or contract.ends_on between today - days and today - days + 15
          ) and contract.status <> 'cancelled' and contract.start_date <= today
          union
          select contract.lease_id from public.contract_endings as ending
          join public.contracts as contract on contract.id = ending.contract_id
          where ending.status = 'confirmed' and ending.landlord_told_on between today - 60 and today
            and contract.status <> 'cancelled' and contract.start_date <= today
        ) as ending
      ) as near
      cross join unnest(array[15, 7, 1]) as ahead
      where near.last_day >= today and near.last_day - ahead <= today
      group by near.lease_id, near.last_day
    ) as due
    where lease.id = due.lease_id and coalesce(lease.claims_end_told_on < due.told_on, true)
    returning (private.current_contract(lease.id)).id, (private.current_contract(lease.id)).tenant_email,
      due.last_day, due.told_on
  loop
    if told.tenant_email is not null then
      perform private.enqueue_mail(
        'claims-end-soon', told.tenant_email, '{}', 'claims-end-soon:' || told.id || ':' || told.told_on,
        contract_id => told.id
      );
    end if;
    perform private.tell_landlord(told.id, 'landlord-claims-end', told.told_on::text);
    count := count + 1;
  end loop;
  return count;
end
$$;
comment on function private.remind_of_claims_end is 'Queues the reminders to tenant and confirmed landlord 15, 7 and 1 days before the last day to claim, each once and from eight in the morning on. Returns the number of leases. The schedule calls this function.';
grant execute on function private.remind_of_claims_end to service_role;
