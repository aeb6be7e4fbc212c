-- How long each kind of personal data is kept, and why, stands in one table, which is also what
-- the purge reads: a rule that is written is a rule that is applied. Whoever changes one changes
-- a row. What the law wants a person to decide is written down too, as kept 'by hand'.
create table private.retention (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  table_name text not null,
  what text not null,
  keep_for interval not null check (keep_for > interval '0'),
  how text not null check (how in ('delete', 'reduce', 'by hand')),
  -- SQL over one row; $1 is the moment before which something is too old.
  expired text,
  reduce_to text,
  reason text not null,
  constraint retention_is_applicable check ((how = 'by hand') = (expired is null)),
  constraint retention_reduces_to_something check ((how = 'reduce') = (reduce_to is not null))
);
comment on table private.retention is 'What is kept, how long, what then happens and the legal reason; private.purge_expired applies it.';
comment on column private.retention.expired is 'Condition of an expired row; must no longer hold once the row is reduced.';
comment on column private.retention.reduce_to is 'Assignments that take out of a row what is no longer needed.';
alter table private.retention enable row level security;
revoke all on private.retention from public, anon, authenticated, service_role;

insert into private.retention
  (name, table_name, what, keep_for, how, expired, reduce_to, reason)
values
  ('simulations-pending', 'public.simulations',
    'Simulações que ninguém decidiu', interval '1 year', 'delete',
    $$status = 'pending' and created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: o pedido perdeu a finalidade.'),
  ('simulations-rejected', 'public.simulations',
    'Simulações rejeitadas', interval '1 year', 'delete',
    $$status = 'rejected' and reviewed_at < $1$$, null,
    'LGPD, arts. 15, I, 16 e 20: um ano para a pessoa pedir a revisão da decisão.'),
  ('simulations-approved', 'public.simulations',
    'Simulações aprovadas, sem o que só servia à análise', interval '1 year', 'reduce',
    $$status = 'approved' and reviewed_at < $1 and (comments is not null or occupation <> '(apagada)' or monthly_income <> 0)$$,
    $$comments = null, occupation = '(apagada)', monthly_income = 0$$,
    'LGPD, art. 6º, III (necessidade): a análise terminou; renda, profissão e observações deixam de ser necessárias.'),
  ('simulations-approved-old', 'public.simulations',
    'Simulações aprovadas', interval '5 years', 'delete',
    $$status = 'approved' and reviewed_at < $1$$, null,
    'Código Civil, art. 206, § 5º, I: prescrição da cobrança que nasce do pedido; LGPD, art. 16, I.'),
  ('partnership-requests', 'public.partnership_requests',
    'Pedidos de parceria', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: a conversa terminou ou virou contrato, que se guarda à parte.'),
  ('contracts-contact', 'public.contracts',
    'E-mail e telefone do locatário em contratos encerrados', interval '5 years', 'reduce',
    $$end_date < $1::date and (tenant_email is not null or tenant_phone is not null)$$,
    $$tenant_email = null, tenant_phone = null$$,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há por que falar com a pessoa; LGPD, art. 6º, III.'),
  ('contracts', 'public.contracts',
    'Contratos encerrados', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: prescrição geral. Com a conta e os arquivos, por uma pessoa: pode haver ação em curso.'),
  ('contract-documents', 'public.contract_documents',
    'Arquivos dos contratos', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato; os arquivos saem pela API do Storage.'),
  ('outgoing-mail-sent', 'public.outgoing_mail',
    'E-mails enviados (o texto é apagado no envio)', interval '30 days', 'delete',
    $$status = 'sent' and sent_at < $1$$, null,
    'LGPD, art. 16: basta o tempo de responder a quem diz que não recebeu.'),
  ('outgoing-mail-parked', 'public.outgoing_mail',
    'E-mails que não puderam ser entregues', interval '60 days', 'delete',
    $$status = 'parked' and created_at < $1$$, null,
    'LGPD, art. 16: depois de dois meses a equipe já reenviou ou procurou a pessoa de outro modo.'),
  ('login-attempts', 'public.login_attempts',
    'Tentativas de acesso', interval '6 months', 'delete',
    $$created_at < $1$$, null,
    'Marco Civil da Internet, art. 15: registros de acesso por seis meses.'),
  ('rate-limits', 'public.rate_limits',
    'Contadores dos limites de envio', interval '2 days', 'delete',
    $$window_started_at < $1$$, null,
    'LGPD, art. 6º, III: a maior janela dura um dia.'),
  ('audit-denied', 'public.audit_trail',
    'Chamadas recusadas na trilha de auditoria', interval '1 year', 'delete',
    $$outcome = 'denied' and occurred_at < $1$$, null,
    'LGPD, art. 46: segurança; um ano basta para investigar um incidente.'),
  ('audit-done', 'public.audit_trail',
    'Decisões e consultas na trilha de auditoria', interval '5 years', 'delete',
    $$outcome = 'done' and occurred_at < $1$$, null,
    'LGPD, arts. 37 e 46, e Código Civil, art. 206, § 5º, I: registro do tratamento enquanto puder ser questionado.'),
  ('staff', 'public.staff',
    'Contas da equipe desativadas', interval '5 years', 'by hand', null, null,
    'LGPD, art. 37: enquanto a trilha de auditoria apontar para a conta.'),
  ('staff-recovery-codes', 'private.staff_recovery_codes',
    'Códigos de recuperação já usados', interval '1 year', 'delete',
    $$used_at < $1$$, null,
    'LGPD, art. 46: segurança; um ano basta para investigar um incidente. Os outros saem com a conta.'),
  ('accounts-unconfirmed', 'auth.users',
    'Cadastros que ninguém confirmou', interval '7 days', 'delete',
    $$email_confirmed_at is null and created_at < $1
      and exists (select from public.staff where staff.user_id = users.id and staff.status = 'pending')$$,
    null,
    'LGPD, art. 6º, III: sem confirmação não há relação; o endereço pode ser de outra pessoa.'),
  ('accounts-never-released', 'auth.users',
    'Cadastros que ninguém liberou', interval '6 months', 'delete',
    $$created_at < $1
      and exists (select from public.staff where staff.user_id = users.id and staff.status = 'pending')$$,
    null,
    'LGPD, arts. 15, I, e 16: o acesso não foi concedido.'),
  ('auth-log', 'auth.audit_log_entries',
    'Registro de eventos do servidor de autenticação', interval '6 months', 'delete',
    $$created_at < $1$$, null,
    'Marco Civil da Internet, art. 15: registros de acesso por seis meses.'),
  ('cron-runs', 'cron.job_run_details',
    'Registro das tarefas agendadas', interval '7 days', 'delete',
    $$end_time < $1$$, null,
    'Sem dados pessoais; a tarefa de entrega sozinha deixa 2.880 linhas por dia.');

-- The trail stays append-only for a year, whatever the table above says and whoever asks.
create or replace function private.refuse_audit_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.occurred_at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'the audit trail is append-only' using errcode = '42501';
end
$$;
drop trigger refuse_update_or_delete on public.audit_trail;
create trigger refuse_update_or_truncate
before update or truncate on public.audit_trail
for each statement execute function private.refuse_audit_change();
create trigger refuse_early_delete
before delete on public.audit_trail
for each row execute function private.refuse_audit_change();

create index audit_trail_by_age on public.audit_trail (occurred_at);
create index simulations_by_review on public.simulations (reviewed_at) where status <> 'pending';

drop function public.purge_expired();
drop function private.purge_expired();
-- A line of the table does the same.
drop function private.purge_unconfirmed_staff(integer);

-- Definer: accounts and the log of pg_cron belong to others, and nobody may read the rules.
create function private.purge_expired(batch integer default 1000) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  line private.retention;
  handled integer;
  total integer := 0;
begin
  for line in select * from private.retention where how <> 'by hand' order by name loop
    -- Not every project has pg_cron.
    continue when to_regclass(line.table_name) is null;
    execute format(
      case line.how when 'delete' then 'delete from %1$s' else 'update %1$s set %4$s' end
        || ' where ctid = any (array(select ctid from %1$s where %2$s limit %3$s for update skip locked))',
      line.table_name, line.expired, batch, line.reduce_to
    ) using now() - line.keep_for;
    get diagnostics handled = row_count;
    total := total + handled;
  end loop;
  return total;
end
$$;
comment on function private.purge_expired is 'Applies private.retention to at most `batch` rows per line and gives how many it handled; 0 when nothing is left.';
revoke all on function private.purge_expired(integer) from public, anon, authenticated, service_role;
grant execute on function private.purge_expired(integer) to service_role;

create function public.purge_expired() returns integer
language sql
set search_path = ''
as $$
  select private.purge_expired();
$$;
comment on function public.purge_expired is 'For projects without pg_cron: call it daily with the secret key, again until it gives 0.';
revoke all on function public.purge_expired() from public, anon, authenticated;
grant execute on function public.purge_expired() to service_role;

-- Every ten minutes a batch, so that no run takes long or holds locks; the name replaces the
-- daily job of an earlier migration.
do $migration$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $run$
      select cron.schedule('purge-expired', '*/10 * * * *', 'select private.purge_expired()')
    $run$;
  end if;
end
$migration$;
