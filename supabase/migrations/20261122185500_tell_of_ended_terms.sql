-- A term that has run out is one more thing that time brings about.
create or replace function public.run_schedule() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.expire_offers();
  perform private.remind_of_offers();
  perform private.end_contracts();
end
$$;
