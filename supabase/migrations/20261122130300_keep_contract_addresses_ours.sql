-- Accounts of contracts have addresses under a domain that nobody can own. Nobody else may have
-- one: whoever took the address of a contract to come would be its holder. Sign-up at the auth
-- server is closed by its configuration; this holds whatever its configuration says.
create or replace function private.is_contract_account(email text) returns boolean
language sql immutable strict parallel safe
set search_path = ''
as $$
  -- RFC 2606: nothing under .invalid can receive mail, so nobody can own such an address.
  select lower(btrim(email)) like '%@contratos.payser.invalid';
$$;

-- Definer: the auth server inserts users and may not call what is private.
create function private.refuse_contract_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Asked at the end of the transaction: the admin API adds what it knows after the insert.
  if tg_op = 'INSERT' and exists (
    select from auth.users as made
    where made.id = new.id and private.is_contract_account(made.email)
      and made.raw_app_meta_data ->> 'account' is distinct from 'contract'
  ) then
    -- The auth server turns PTxyz into HTTP status xyz.
    raise sqlstate 'PT422' using message = 'Este endereço não pode ser cadastrado.';
  end if;
  if tg_op = 'UPDATE' and (
    new.email is distinct from old.email
      and (private.is_contract_account(new.email) or private.is_contract_account(old.email))
    or new.email_change is distinct from old.email_change and new.email_change <> ''
      and (private.is_contract_account(new.email_change) or private.is_contract_account(old.email))
  ) then
    raise sqlstate 'PT422' using message = 'O endereço desta conta não pode ser alterado.';
  end if;
  return new;
end
$$;
comment on function private.refuse_contract_address is 'Only the secret key makes accounts of contracts (app_metadata: account = contract), and they keep their address.';
revoke all on function private.refuse_contract_address() from public, anon, authenticated, service_role;

create constraint trigger refuse_contract_address_at_sign_up
after insert on auth.users
deferrable initially deferred
for each row execute function private.refuse_contract_address();

create trigger refuse_contract_address_at_change
before update of email, email_change on auth.users
for each row execute function private.refuse_contract_address();
