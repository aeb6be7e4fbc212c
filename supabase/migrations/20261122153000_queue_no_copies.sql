-- A mail about a request or a contract is made from what is stored when it is sent. Names, numbers
-- and reasons were still queued beside it, most of them read by no mail: now the queue cannot hold
-- them. What staff's own mails say stays queued; they are about no row.

create or replace function public.claim_outgoing_mail(max integer default 10)
returns table (
  id uuid, template text, recipient text, payload jsonb, idempotency_key text,
  attempts integer, created_at timestamptz, subject jsonb
)
language sql
set search_path = ''
as $$
  update public.outgoing_mail as mail
  set status = 'sending', attempts = mail.attempts + 1,
    leased_until = clock_timestamp() + interval '60 seconds'
  where mail.id in (
    select due.id from public.outgoing_mail as due
    where (due.status = 'queued' and due.next_attempt_at <= clock_timestamp())
      or (due.status = 'sending' and due.leased_until < clock_timestamp())
    order by due.next_attempt_at
    limit least(greatest(claim_outgoing_mail.max, 1), 100)
    for update skip locked
  )
  returning mail.id, mail.template, mail.recipient, mail.payload, mail.idempotency_key,
    mail.attempts, mail.created_at,
    -- What a mail is about, read now: the queue itself holds no copy of it.
    coalesce(
      (
        select to_jsonb(simulation) - 'search_text'
        from public.simulations as simulation where simulation.id = mail.simulation_id
      ),
      (
        select to_jsonb(request)
        from public.partnership_requests as request where request.id = mail.partnership_request_id
      ),
      (
        select jsonb_build_object(
          'contract_number', contract.contract_number,
          'auth_email', private.auth_email_of(contract.user_id)
        )
        from public.contracts as contract where contract.id = mail.contract_id
      )
    );
$$;
comment on function public.claim_outgoing_mail is 'Leases due mails for 60 seconds, each with the request or contract it is about; never leased twice at once.';

-- Definer: nobody may update simulations directly. The row lock makes the decision happen
-- once, and the mail commits with it.
create or replace function private.decide_simulation(simulation_id uuid, decision text, reason text)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  decided public.simulations;
begin
  if not private.is_active_staff() then
    return private.refuse('decide-simulation', simulation_id);
  end if;
  if decision not in ('approved', 'rejected') then
    raise exception 'Decisão inválida.' using errcode = '22023';
  end if;

  select * into decided from public.simulations where id = simulation_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Simulação não encontrada.';
  end if;
  if decided.status <> 'pending' then
    return jsonb_build_object('changed', false, 'status', decided.status);
  end if;

  update public.simulations
  set status = decision, reviewed_by = (select auth.uid()), reviewed_at = now(),
    rejection_reason = case when decision = 'rejected' then btrim(reason) end
  where id = simulation_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'decide-simulation', simulation_id, 'done',
    jsonb_build_object('decision', decision)
  );
  perform private.enqueue_mail(
    'simulation-' || decision, decided.email, '{}',
    'simulation-decided:' || simulation_id, simulation_id => decided.id
  );
  return jsonb_build_object('changed', true, 'status', decision);
end
$$;
-- Recovery answers alike for known and unknown addresses, and works alike: the unknown case
-- writes the same mail and takes it back.
create or replace function public.request_password_recovery(email text, address_hash text) returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  held record;
  found_any boolean := false;
begin
  perform private.require_within_limit('recovery-by-address', address_hash);
  -- Silent, because refusing one address would tell that somebody else asked for it.
  if not (select within from private.count_hit('recovery-by-email', wanted)) then
    return;
  end if;

  for held in
    select contracts.id
    from public.contracts
    where lower(contracts.tenant_email) = wanted
    order by contracts.start_date desc
    limit 5
  loop
    found_any := true;
    perform private.enqueue_mail(
      'password-recovery', wanted, '{}',
      'password-recovery:' || gen_random_uuid(), contract_id => held.id
    );
  end loop;

  if not found_any then
    begin
      perform private.enqueue_mail(
        'password-recovery', wanted, '{}',
        'password-recovery:' || gen_random_uuid()
      );
      raise exception 'unknown address' using errcode = 'P0002';
    exception
      when no_data_found then null;
    end;
  end if;
end
$$;
create or replace function public.record_password_changed(user_id uuid, device_hash text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  account constant uuid := user_id;
  device constant text := device_hash;
begin
  -- Whoever knew the old password keeps no way in, and failures of strangers no longer count.
  update public.login_attempts as attempt
  set cleared_at = coalesce(attempt.cleared_at, now()), device_hash = null
  where attempt.user_id = account
    and (attempt.succeeded_at is null or attempt.device_hash is not null);
  if device is not null then
    insert into public.login_attempts (kind, subject_hash, user_id, device_hash, succeeded_at)
    values ('password-change', private.subject_hash(account::text), account, device, now());
  end if;

  insert into public.outgoing_mail (template, recipient, payload, idempotency_key, contract_id)
  select 'password-changed', contracts.tenant_email, '{}',
    'password-changed:' || gen_random_uuid(), contracts.id
  from public.contracts
  where contracts.user_id = account and contracts.tenant_email is not null;
end
$$;
update public.outgoing_mail set payload = '{}'
where payload <> '{}' and coalesce(simulation_id, partnership_request_id, contract_id) is not null;
alter table public.outgoing_mail add constraint outgoing_mail_holds_no_copy check (
  payload = '{}' or coalesce(simulation_id, partnership_request_id, contract_id) is null
);
comment on column public.outgoing_mail.payload is 'What a mail says that is about no row; never a password, link or token.';
