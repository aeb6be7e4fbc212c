-- Who read whose message is on record, as with simulations (20261122120200_record_what_staff_read.sql):
-- no policy opens the table, this function does.

-- Definer: staff have no grant on the table, and nobody may write the trail directly.
create function private.list_contact_messages(
  wanted_status text, before_created_at timestamptz, before_id uuid, page_size integer
)
returns setof public.contact_messages
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  page public.contact_messages[];
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  page := array(
    -- Not named message, which is a column.
    select sent
    from public.contact_messages as sent
    where (wanted_status is null or sent.status = wanted_status)
      and (
        before_created_at is null
        or (sent.created_at, sent.id) < (before_created_at, before_id)
      )
    order by sent.created_at desc, sent.id desc
    limit least(greatest(coalesce(page_size, 20), 1), 100)
  );
  perform private.record_reading(
    'read-contact-messages', array(select shown.id from unnest(page) as shown)
  );
  return query select * from unnest(page);
end
$$;

create function public.list_contact_messages(
  status text default null, before_created_at timestamptz default null,
  before_id uuid default null, page_size integer default 20
)
returns setof public.contact_messages
language sql volatile
set search_path = ''
as $$
  select * from private.list_contact_messages($1, $2, $3, $4);
$$;
comment on function public.list_contact_messages is 'One page, newest first; the next page starts before the last row. Active staff only; who read what is on record.';

grant execute on function
  private.list_contact_messages(text, timestamptz, uuid, integer)
to authenticated;
revoke all on function public.list_contact_messages(text, timestamptz, uuid, integer)
  from public, anon, service_role;
grant execute on function public.list_contact_messages(text, timestamptz, uuid, integer)
  to authenticated;
