-- Functions read business rules, company and texts of mails from the published content. While the
-- content cannot be had, they use the last good answer that any of them had: it is kept here, so
-- that a function that has just started knows it, too. No personal data.
create table private.kept_content (
  is_only boolean primary key default true check (is_only),
  content jsonb not null check (
    jsonb_typeof(content) = 'object' and octet_length(content::text) <= 262144
  ),
  kept_at timestamptz not null default now()
);
comment on table private.kept_content is 'One row: the last good answer of the content, for functions while it cannot be had.';
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
comment on function public.keep_content is 'Keeps the last good answer of the content; writes nothing when it is the same.';
grant execute on function public.keep_content to service_role;

create function public.recall_content() returns jsonb
language sql stable
set search_path = ''
as $$
  select kept.content from private.kept_content as kept;
$$;
comment on function public.recall_content is 'The last good answer of the content, or null.';
grant execute on function public.recall_content to service_role;

create function private.business_number(rule text, least_one integer, most integer, otherwise integer)
returns integer
language sql stable
set search_path = ''
as $$
  select greatest($2, least($3, coalesce((
    select (kept.content -> 'rules' ->> $1)::numeric::integer from private.kept_content as kept
    where jsonb_typeof(kept.content -> 'rules' -> $1) = 'number'
  ), $4)));
$$;
comment on function private.business_number is 'A number of the business rules as they are published, within bounds; otherwise: as long as none was.';
grant execute on function private.business_number to service_role;
