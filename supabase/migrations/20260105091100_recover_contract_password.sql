-- Recovery answers alike for known and unknown addresses, and works alike: the unknown case
-- writes the same mail and takes it back.
create function public.request_password_recovery(email text, address_hash text) returns void
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
    select contracts.id, contracts.contract_number, contracts.tenant_name,
      private.auth_email_of(contracts.user_id) as auth_email
    from public.contracts
    where lower(contracts.tenant_email) = wanted
    order by contracts.start_date desc
    limit 5
  loop
    found_any := true;
    perform private.enqueue_mail(
      'password-recovery', wanted,
      jsonb_build_object(
        'tenantName', held.tenant_name,
        'contractNumber', held.contract_number,
        'authEmail', held.auth_email
      ),
      'password-recovery:' || gen_random_uuid(), contract_id => held.id
    );
  end loop;

  if not found_any then
    begin
      perform private.enqueue_mail(
        'password-recovery', wanted, jsonb_build_object('tenantName', wanted),
        'password-recovery:' || gen_random_uuid()
      );
      raise exception 'unknown address' using errcode = 'P0002';
    exception
      when no_data_found then null;
    end;
  end if;
end
$$;
comment on function public.request_password_recovery is 'Queues one recovery mail per contract of this address; says nothing about it.';

create function public.record_contract_password_changed(user_id uuid) returns void
language sql
set search_path = ''
as $$
  insert into public.outgoing_mail (template, recipient, payload, idempotency_key, contract_id)
  select 'password-changed', contracts.tenant_email,
    jsonb_build_object(
      'tenantName', contracts.tenant_name, 'contractNumber', contracts.contract_number
    ),
    'password-changed:' || gen_random_uuid(), contracts.id
  from public.contracts
  where contracts.user_id = $1 and contracts.tenant_email is not null;
$$;
comment on function public.record_contract_password_changed is 'Queues the notice to the tenant after a new password.';

revoke all on function
  public.request_password_recovery(text, text), public.record_contract_password_changed(uuid)
from public, anon, authenticated;
grant execute on function
  public.request_password_recovery(text, text), public.record_contract_password_changed(uuid)
to service_role;
