-- A page of fifty asked fifty times which of its people this reader had seen in the last quarter of an
-- hour, each time through all that was noted since: as much time as the search itself took. Now
-- what was seen is read once.
create or replace function private.record_reading(action text, subjects uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  reader constant uuid := (select auth.uid());
  unseen jsonb;
begin
  -- Two calls at once would both find nothing.
  perform pg_advisory_xact_lock(hashtextextended('reading ' || reader, 0));
  select jsonb_agg(subject) into unseen
  from unnest(subjects) as subject
  where subject::text not in (
    select jsonb_array_elements_text(earlier.details -> 'ids')
    from public.audit_trail as earlier
    where earlier.actor = reader and earlier.action = $1
      and earlier.occurred_at > now() - interval '15 minutes'
  );
  if unseen is not null then
    insert into public.audit_trail (actor, action, outcome, details)
    values (reader, $1, 'done', jsonb_build_object('ids', unseen));
  end if;
end
$$;

-- What is pending in an index of the trail, up to 4 MB, was sorted in by whoever came at the wrong moment.
alter index public.audit_trail_by_read_subject set (fastupdate = off);
alter index public.audit_trail_by_other_read_subject set (fastupdate = off);
select gin_clean_pending_list('public.audit_trail_by_read_subject');
select gin_clean_pending_list('public.audit_trail_by_other_read_subject');
