-- How long an applicant's documents are kept. A row goes by the rules below or with its request;
-- its file, which SQL cannot take out of the storage, goes once no row names it: that holds for
-- one that was replaced and for one whose sending broke off, too.
insert into private.retention (name, table_name, what, keep_for, how, expired, reason) values (
  'asked-documents', 'public.asked_documents',
  'Documentos enviados para a análise de um pedido', interval '1 year', 'delete',
  $$exists (
    select from public.simulations
    where simulations.id = asked_documents.simulation_id and simulations.reviewed_at < $1
  )$$,
  'LGPD, arts. 6º, III, 16 e 20: um ano para a pessoa pedir a revisão da decisão; depois não são necessários. Os arquivos saem no dia seguinte.'
);

-- Definer: the storage is closed to those who call this. An hour is far more than lies between
-- storing a file and its row.
create function private.files_without_row() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select stored.name
  from storage.objects as stored
  where stored.bucket_id = 'request-documents' and stored.created_at < now() - interval '1 hour'
    and not exists (
      select from public.asked_documents as asked where asked.file_path = stored.name
    )
  limit 100;
$$;

create function public.files_without_row() returns setof text
language sql stable
set search_path = ''
as $$
  select private.files_without_row();
$$;
comment on function public.files_without_row is 'Up to 100 files of request-documents that no row names. Service role only.';

revoke all on function private.files_without_row() from public, anon, authenticated, service_role;
grant execute on function private.files_without_row() to service_role;
revoke all on function public.files_without_row() from public, anon, authenticated;
grant execute on function public.files_without_row() to service_role;

-- Hosted, pg_cron keeps the time (20260105091600_schedule_delivery_and_retention.sql); on one
-- machine the launcher does.
do $migration$
begin
  if to_regnamespace('cron') is null then
    return;
  end if;
  execute $run$
    select cron.schedule('remove-files', '47 4 * * *', $job$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
          || '/functions/v1/remove-files',
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
