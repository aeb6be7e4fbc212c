-- Retention: access logs six months (Marco Civil art. 15), the rest as short as it serves.
create function private.purge_expired() returns void
language sql
set search_path = ''
as $$
  delete from public.login_attempts where created_at < now() - interval '6 months';
  delete from public.rate_limits where window_started_at < now() - interval '2 days';
  delete from public.outgoing_mail
  where status = 'sent' and sent_at < now() - interval '30 days';
$$;
comment on function private.purge_expired is 'Deletes what its purpose no longer needs; run daily.';

create function public.purge_expired() returns void
language sql
set search_path = ''
as $$
  select private.purge_expired();
$$;
comment on function public.purge_expired is 'For projects without pg_cron: call it daily with the secret key.';
revoke all on function public.purge_expired() from public, anon, authenticated;
grant execute on function public.purge_expired() to service_role;
grant execute on function private.purge_expired() to service_role;
