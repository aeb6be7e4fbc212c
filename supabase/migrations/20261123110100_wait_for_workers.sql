-- pg_net hangs up after five seconds unless told otherwise, in the middle of most runs. A worker claims
-- for 30 seconds (longestRunMilliseconds in supabase/functions/deliver-mail/handler.ts) and is
-- through with its last mail two minutes after that at the latest; a hosted function may run 150 seconds.
-- The names replace the jobs of earlier migrations.
do $migration$
declare
  worker record;
begin
  if to_regnamespace('cron') is null then
    return;
  end if;
  for worker in
    select * from (values ('deliver-mail', '30 seconds'), ('remove-files', '47 4 * * *'))
      as listed (name, runs)
  loop
    execute 'select cron.schedule($1, $2, $3)' using worker.name, worker.runs, format(
      $job$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
          || '/functions/v1/%s',
        headers := jsonb_build_object(
          'content-type', 'application/json',
          'apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'deliver_mail_key')
        ),
        body := '{}'::jsonb,
        timeout_milliseconds := 145000
      )
      $job$,
      worker.name
    );
  end loop;
  -- Again every minute until nothing is left: a batch is a transaction of at most a thousand rows of
  -- each kind, and one that finds nothing takes milliseconds.
  execute $run$
    select cron.schedule('purge-expired', '* * * * *', 'select private.purge_expired()')
  $run$;
end
$migration$;

-- What was reduced stays for years, and would be read through by every batch.
create index simulations_to_reduce on public.simulations (reviewed_at)
where status = 'approved'
  and (comments is not null or occupation <> '(apagada)' or monthly_income <> 0);
