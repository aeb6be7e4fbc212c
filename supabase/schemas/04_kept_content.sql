-- Edge functions use this copy of the content API's last valid answer while the API is unavailable. New instances have
-- no copy in memory. The answer contains no personal data.
create table private.kept_content (
  is_only boolean primary key default true check (is_only),
  content jsonb not null check (
    jsonb_typeof(content) = 'object' and octet_length(content::text) <= 262144
  ),
  kept_at timestamptz not null default now()
);
comment on table private.kept_content is 'Last valid answer of the content API, in a single row. Functions use the answer while the content API is unavailable.';
alter table private.kept_content enable row level security;
grant select, insert, update on private.kept_content to service_role;

create function public.keep_content(content jsonb) returns void
language sql
set search_path = ''
as $$
  insert into private.kept_content as kept (content) values ($1)
  on conflict (is_only) do update set content = excluded.content, kept_at = now()
  where kept.content <> excluded.content;
$$;
comment on function public.keep_content is 'Stores the latest valid answer of the content API. Writes nothing if the stored answer is equal.';
grant execute on function public.keep_content to service_role;

create function public.recall_content() returns jsonb
language sql stable
begin atomic
  select kept.content from private.kept_content as kept;
end;
comment on function public.recall_content is 'Returns the last valid answer of the content API, or null if none is stored.';
grant execute on function public.recall_content to service_role;

create function private.business_decimal(rule text, least_one numeric, most numeric, otherwise numeric)
returns numeric
language sql stable
return greatest($2, least($3, coalesce((
  select (kept.content -> 'rules' ->> $1)::numeric from private.kept_content as kept
  where jsonb_typeof(kept.content -> 'rules' -> $1) = 'number'
), $4)));
comment on function private.business_decimal is 'Returns a decimal number from the published business rules, or the default (parameter otherwise) if no number was published. The result is kept between least_one and most.';
grant execute on function private.business_decimal to service_role;

create function private.business_number(rule text, least_one integer, most integer, otherwise integer)
returns integer
language sql stable
return private.business_decimal($1, $2, $3, $4)::integer;
comment on function private.business_number is 'Returns a whole number from the published business rules, or the default (parameter otherwise) if no number was published. The result is kept between least_one and most.';
grant execute on function private.business_number to service_role;
