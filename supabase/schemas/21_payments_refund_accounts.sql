-- Accounts to which refunds are paid. An account counts only after its mailed link was opened. A person who has the
-- tenant's password or tracking link, but not the mailbox, therefore cannot redirect a refund. Claims use the same
-- functions for the accounts of landlords.
create function private.is_bank_account(account jsonb) returns boolean
language sql immutable
return account is null or coalesce(case jsonb_typeof(account) when 'object' then
  account - array['kind', 'holder', 'document', 'key', 'bank', 'branch', 'number', 'type'] = '{}'
  and char_length(account ->> 'holder') between 3 and 100
  -- Receipts show the name of the account's holder, so the PDF fonts must contain all characters of the name.
  and private.undrawn(account ->> 'holder') is null
  and account ->> 'document' ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'
  and case account ->> 'kind'
    when 'pix' then char_length(account ->> 'key') between 1 and 100
    when 'bank' then char_length(account ->> 'bank') between 2 and 60
      and account ->> 'branch' ~ '^[0-9Xx-]{1,10}$' and account ->> 'number' ~ '^[0-9Xx.-]{2,20}$'
      and account ->> 'type' in ('checking', 'savings')
    else false
  end
end, false);
comment on function private.is_bank_account is 'Reports whether the JSON is a Pix key or a bank account with its holder, and nothing else; true for null, which means no account yet.';
grant execute on function private.is_bank_account to service_role;

-- People write one key or account in many ways: with dots, with +55, with leading zeros, with another name of the bank. A
-- CPF may be the document of one account and the Pix key of another. The name of the bank is left out, because it is free
-- text; two people with the same branch and number then count as one, which asks for a second person too often.
create function private.payee_keys(account jsonb) returns text[]
language sql immutable parallel safe
return array_remove(array[
  'id ' || lower(account ->> 'document'),
  'id ' || case
    when account ->> 'key' like '%@%' then lower(btrim(account ->> 'key'))
    else regexp_replace(regexp_replace(lower(account ->> 'key'), '[^0-9a-z]', '', 'g'), '^55(?=[0-9]{10,11}$)', '')
  end,
  'bank ' || ltrim(split_part(account ->> 'branch', '-', 1), '0') || ' '
    || ltrim(regexp_replace(lower(account ->> 'number'), '[^0-9x]', '', 'g'), '0')
], null);
comment on function private.payee_keys is 'Returns what identifies a payee: document, Pix key and bank account, each in one spelling. Two accounts with one of these in common belong to the same payee.';
grant execute on function private.payee_keys to service_role;
create index movements_by_payee on public.movements using gin (private.payee_keys(account)) where account is not null;

create function private.masked_account(account jsonb) returns text
language sql immutable
return case account ->> 'kind'
  when 'pix' then 'Pix •••' || right(account ->> 'key', 4)
  else (account ->> 'bank') || ', conta •••' || right(account ->> 'number', 3)
end || ', em nome de ' || private.initials(account ->> 'holder');
comment on function private.masked_account is 'Returns a text about an account in which the number or Pix key is masked except for its last digits, and the holder is named by initials; null for no account.';
grant execute on function private.masked_account to service_role;

create table public.refund_accounts (
  contract_id uuid primary key references public.contracts (id) on delete cascade,
  account jsonb check (private.is_bank_account(account)),
  version integer not null default 0 check (version >= 0),
  confirmed_at timestamptz,
  account_next jsonb check (private.is_bank_account(account_next)),
  ask_id uuid,
  secret_hash text unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  mailed_to text check (private.is_email(mailed_to)),
  asked_at timestamptz not null default now(),
  constraint refund_accounts_confirmed_have_version check (
    (account is null) = (confirmed_at is null) and (account is null) = (version = 0)
  ),
  constraint refund_accounts_pending_are_whole check (
    num_nonnulls(account_next, ask_id, secret_hash, mailed_to) in (0, 4)
  )
);
comment on table public.refund_accounts is 'Account to which a contract''s refunds are paid, and the account that waits for confirmation. Only a mailed link changes the confirmed account.';
comment on column public.refund_accounts.version is 'Number of confirmed accounts so far. A payment is refused when staff saw an older version of the account.';
comment on column public.refund_accounts.account_next is 'Account that waits until its mailed link is opened.';
comment on column public.refund_accounts.ask_id is 'Random id of the waiting account, from which the secret of its link is derived.';
comment on column public.refund_accounts.mailed_to is 'E-mail address to which the link was mailed. The link is void when the e-mail address of the contract has changed.';
comment on column public.refund_accounts.asked_at is 'Time at which the tenant last gave an account.';
create index refund_accounts_by_payee on public.refund_accounts using gin (private.payee_keys(account))
  where account is not null;
alter table public.refund_accounts enable row level security;
grant select, insert, update, delete on public.refund_accounts to service_role;

create function private.owes_refund(contract_id uuid) returns boolean
language sql stable
return exists (
  select from public.charges as charge
  where charge.contract_id = $1 and charge.kind = 'refund' and charge.is_open
);
comment on function private.owes_refund is 'Reports whether Payser still has to pay a refund of a contract.';
grant execute on function private.owes_refund to service_role;

create function private.is_other_holder(account jsonb, contract public.contracts) returns boolean
language sql immutable
return account ->> 'document' <> contract.tenant_cpf;
comment on function private.is_other_holder is 'Reports whether the holder of an account has another CPF or CNPJ than the tenant of a contract; null for no account.';
grant execute on function private.is_other_holder to service_role;

create function private.shown_account(account jsonb, contract public.contracts) returns jsonb
language sql immutable
return case when account is not null then jsonb_build_object(
  'text', private.masked_account(account), 'isOther', private.is_other_holder(account, contract)
) end;
comment on function private.shown_account is 'Returns an account for display to the tenant: its masked text and whether its holder is another person; null for no account.';
grant execute on function private.shown_account to service_role;

create function private.refund_account(contract public.contracts) returns jsonb
language sql stable
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'account', private.shown_account(given.account, contract),
    'next', private.shown_account(given.account_next, contract)
  ))
  from (select contract.id) as held
  left join public.refund_accounts as given on given.contract_id = held.id
  where private.owes_refund(contract.id);
end;
comment on function private.refund_account is 'Returns the confirmed account for a contract''s refund and the account that waits for confirmation (next), both masked; null when no refund is owed.';
grant execute on function private.refund_account to service_role;

-- Security definer, because no other role may derive secrets.
create function private.refund_account_secret(ask_id uuid) returns text
language sql stable strict security definer
set search_path = ''
as $$
  select private.link_secret('tracking', 'refund account ' || $1);
$$;
comment on function private.refund_account_secret is 'Returns the secret of the link that confirms an account.';

-- Security definer, because no other role may derive secrets or queue mail. If a tenant gives the same account again
-- within a minute, no second mail is queued, because this is probably a second click. After a minute, a new link is
-- mailed, because the first mail may be lost.
create function private.ask_refund_account(contract public.contracts, account jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  ask_id constant uuid := gen_random_uuid();
  known public.refund_accounts;
begin
  if not private.owes_refund(contract.id) then
    raise sqlstate 'PT409' using message = 'Não há devolução a fazer neste contrato.';
  elsif contract.tenant_email is null then
    raise sqlstate 'PT409' using message = 'O contrato não tem um e-mail para confirmar a conta. Fale com a nossa equipe.';
  end if;
  if account is null or not private.is_bank_account(account) then
    perform private.reject('Confira a conta.', 'account');
  end if;
  select * into known from public.refund_accounts as given where given.contract_id = contract.id;
  if known.account_next = account and known.mailed_to = contract.tenant_email
    and known.asked_at > now() - interval '1 minute'
    or known.account = account and known.account_next is null then
    return private.refund_account(contract);
  end if;
  perform private.require_within_limit('refund-account-by-contract', contract.id::text);
  insert into public.refund_accounts as given (contract_id, account_next, ask_id, secret_hash, mailed_to)
  values (
    contract.id, $2, ask_id, private.link_secret_hash(private.refund_account_secret(ask_id)), contract.tenant_email
  )
  on conflict on constraint refund_accounts_pkey do update set
    account_next = excluded.account_next, ask_id = excluded.ask_id, secret_hash = excluded.secret_hash,
    mailed_to = excluded.mailed_to, asked_at = excluded.asked_at;
  delete from public.outgoing_mail as mail
  where mail.contract_id = contract.id and mail.template = 'refund-account' and mail.status = 'queued';
  perform private.enqueue_mail(
    'refund-account', contract.tenant_email, '{}', 'refund-account:' || ask_id, contract_id => contract.id
  );
  perform private.note('change-refund-account', contract.id, '{"status": "asked"}');
  return private.refund_account(contract);
end
$$;
comment on function private.ask_refund_account is 'Stores an account for the refund of a contract. The account counts only after the tenant has opened the mailed link. The former link becomes invalid. The caller has locked the contract.';
grant execute on function private.ask_refund_account to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.give_refund_account(contract_id uuid, account jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  select * into contract from public.contracts as held
  where held.id = $1 and private.is_mine(held)
  for no key update;
  if not found then
    return private.refuse('change-refund-account', $1);
  end if;
  return private.ask_refund_account(contract, $2);
end
$$;
call private.expose('give_refund_account', 'authenticated',
  'Asks to pay the refund of the caller''s own contract to an account, which counts once the mailed link confirms it. Raises PT409 when no refund is owed. Returns the accounts, masked.');

create function public.refund_account_by_link(secret_hash text, address_hash text, account jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  select held.* into contract
  from private.find_offered(secret_hash) as request
  join private.current_offer(request) as offer on offer.status = 'accepted'
  join public.contracts as held on held.offer_id = offer.id;
  if contract.id is null then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  contract := private.lock_contract_of(contract.id);
  return private.ask_refund_account(contract, $3);
end
$$;
comment on function public.refund_account_by_link is 'Stores an account for the refund of a contract, for a tenant who has no password and uses the link of the request. Returns the accounts, masked; null for an unknown or expired link. Service role only.';
grant execute on function public.refund_account_by_link to service_role;

create function public.confirm_refund_account(secret_hash text, address_hash text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  contract public.contracts;
begin
  perform private.require_within_limit('tracking-by-address', address_hash);
  contract := private.lock_contract_of((
    select waiting.contract_id from public.refund_accounts as waiting where waiting.secret_hash = $1
  ));
  update public.refund_accounts as given
  set account = given.account_next, version = given.version + 1, confirmed_at = now(),
    account_next = null, ask_id = null, secret_hash = null, mailed_to = null
  -- Checks the secret again, because another call may have confirmed or replaced the account while this call waited for
  -- the lock.
  where given.secret_hash = $1 and given.mailed_to = contract.tenant_email and private.owes_refund(contract.id);
  if not found then
    -- Counts the failed lookup. The function then returns null, because an error would roll back this count.
    perform private.require_within_limit('tracking-miss-by-address', address_hash);
    return null;
  end if;
  perform private.note('change-refund-account', contract.id, '{"status": "confirmed"}');
  return private.refund_account(contract);
end
$$;
comment on function public.confirm_refund_account is 'Confirms the waiting account once, for the holder of its mailed link. Returns the accounts, masked. Null for an unknown, used or replaced link, after a change of the contract''s e-mail address, and when no refund is owed. Service role only.';
grant execute on function public.confirm_refund_account to service_role;

-- Security definer, because tenants have no grant on the tables.
create function private.my_refund_account(contract_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.refund_account(contract)
  from public.contracts as contract
  where contract.id = $1 and private.is_mine(contract);
$$;
call private.expose('my_refund_account', 'authenticated',
  'Returns the confirmed and the waiting account for the refund of the caller''s own contract, masked; null when no refund is owed, and for any other contract.');

-- Security definer, because no other role may derive secrets.
create function private.account_secret(mail_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case mail.template
    when 'claim-account' then private.claim_account_secret(mail)
    when 'refund-account' then (
      select private.refund_account_secret(given.ask_id)
      from public.refund_accounts as given
      where given.mailed_to = mail.recipient and mail.idempotency_key = 'refund-account:' || given.ask_id
    )
  end
  from public.outgoing_mail as mail where mail.id = $1;
$$;
call private.expose('account_secret', 'service_role',
  'Returns the secret of the link by which a mail confirms an account, while the mail is rendered; null for other mails, and once another account was given. Service role only.');
