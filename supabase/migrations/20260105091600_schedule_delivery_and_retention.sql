-- Hosted projects have pg_cron and pg_net; on one machine the launcher keeps the time.
-- The address and key come from the vault when a job runs, so neither is stored here:
--   select vault.create_secret('https://<ref>.supabase.co', 'project_url');
--   select vault.create_secret('sb_secret_…', 'deliver_mail_key');
do $migration$
begin
  if (
    select count(*) from pg_catalog.pg_available_extensions where name in ('pg_cron', 'pg_net')
  ) < 2 then
    return;
  end if;
  execute 'create extension if not exists pg_cron';
  execute 'create extension if not exists pg_net with schema extensions';
  execute $run$
    select cron.schedule('purge-expired', '17 4 * * *', 'select private.purge_expired()')
  $run$;
  execute $run$
    select cron.schedule('deliver-mail', '30 seconds', $job$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
          || '/functions/v1/deliver-mail',
        headers := jsonb_build_object(
          'content-type', 'application/json',
          'apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'deliver_mail_key')
        ),
        body := '{}'::jsonb
      )
    $job$)
  $run$;
end
$migration$;
