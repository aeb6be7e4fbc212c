-- The purge applies the rules in this table. Rules with how = 'by hand' name data that a person must delete instead.
create table private.retention (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  table_name text not null,
  what text not null,
  keep_for interval not null check (keep_for > interval '0'),
  how text not null check (how in ('delete', 'reduce', 'by hand')),
  -- SQL condition that is true for an expired row. $1 is the cut-off: rows older than the cut-off have expired.
  expired text,
  reduce_to text,
  reason text not null,
  constraint retention_is_applicable check ((how = 'by hand') = (expired is null)),
  constraint retention_reduces_to_something check ((how = 'reduce') = (reduce_to is not null))
);
comment on table private.retention is 'Retention rules: kind of data, period, action afterwards and legal reason. private.purge_expired applies the rules.';
comment on column private.retention.expired is 'SQL condition that is true for an expired row. After reduce_to has emptied the columns, the condition must be false, so that the row is not reduced again.';
comment on column private.retention.reduce_to is 'SQL assignments that empty the columns that are no longer needed; null for a rule that deletes rows.';
alter table private.retention enable row level security;
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
    'Simulações aprovadas que não viraram contrato, sem o que só servia à análise', interval '1 year', 'reduce',
    $$status = 'approved' and reviewed_at < $1 and (comments is not null or occupation <> '(apagada)' or monthly_income <> 0)
      and not exists (select from private.request_contracts as held where held.simulation_id = simulations.id)$$,
    $$comments = null, occupation = '(apagada)', monthly_income = 0$$,
    'LGPD, art. 6º, III (necessidade): a análise terminou; renda, profissão e observações deixam de ser necessárias.'),
  ('simulations-approved-old', 'public.simulations',
    'Simulações aprovadas que não viraram contrato', interval '5 years', 'delete',
    $$status = 'approved' and reviewed_at < $1
      and not exists (select from private.request_contracts as held where held.simulation_id = simulations.id)$$, null,
    'Código Civil, art. 206, § 5º, I: prescrição da cobrança que nasce do pedido; LGPD, art. 16, I.'),
  -- Six years: less than one year for claims after the end of a lease, and five years for disputes. The
  -- condition on reviewed_at only serves an index. It excludes no row, because a contract ends after the decision.
  ('simulations-contracted', 'public.simulations',
    'Simulações que viraram contrato, com a renda e os documentos', interval '6 years', 'delete',
    $$status = 'approved' and reviewed_at < $1
      and exists (select from private.request_contracts as held where held.simulation_id = simulations.id)
      and not exists (
        select from private.request_contracts as held
        where held.simulation_id = simulations.id and held.over_on >= $1::date
      )$$, null,
    'Código Civil, art. 206, § 5º, I, e LGPD, arts. 7º, VI, e 16, I: do fim da locação, o prazo para acionar a garantia e cinco anos para responder por ela.'),
  ('tracking-links', 'private.tracking_links',
    'Links de acompanhamento de pedidos decididos', interval '90 days', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = tracking_links.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from public.offers
    where offers.simulation_id = tracking_links.simulation_id
      and coalesce(offers.closed_at, offers.valid_until) >= $1
  )$$, null,
    'LGPD, arts. 6º, III, e 46: a decisão já foi lida; um link esquecido não fica aberto.'),
  ('request-corrections', 'private.request_corrections',
    'Correções dos dados de pedidos, com os valores anteriores', interval '1 year', 'delete',
    $$made_at < $1 and not exists (
      select from private.request_contracts as held
      where held.simulation_id = request_corrections.simulation_id
    )$$, null,
    'LGPD, art. 6º, III e V: um ano para explicar de onde veio um dado; as de um pedido que virou contrato saem com o pedido.'),
  -- SQL cannot delete the files. The edge function remove-files deletes all files without a row, including
  -- interrupted uploads.
  ('asked-documents', 'public.asked_documents',
    'Documentos enviados para a análise de um pedido que não virou contrato', interval '1 year', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = asked_documents.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from private.request_contracts as held
    where held.simulation_id = asked_documents.simulation_id
  )$$, null,
    'LGPD, arts. 6º, III, 16 e 20: um ano para a pessoa pedir a revisão da decisão; depois não são necessários. Os arquivos saem no dia seguinte.'),
  ('asked-files', 'public.asked_files', 'Arquivos de cada documento pedido', interval '1 year', 'by hand', null, null,
    'LGPD, arts. 6º, III, 16 e 20: saem com o documento pedido, no prazo dele.'),
  ('bureau-answers', 'private.bureau_answers',
    'Respostas de birôs de crédito sobre pedidos que não viraram contrato', interval '1 year', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = bureau_answers.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from private.request_contracts as held
    where held.simulation_id = bureau_answers.simulation_id
  )$$, null,
    'LGPD, arts. 6º, III, 16 e 20: um ano para a pessoa pedir a revisão da decisão; as de um pedido que virou contrato saem com o pedido. Os arquivos saem no dia seguinte.'),
  ('request-approvals', 'private.request_approvals',
    'Quem aprovou um pedido que não virou contrato, e por quê', interval '1 year', 'delete',
    $$exists (
    select from public.simulations
    where simulations.id = request_approvals.simulation_id and simulations.reviewed_at < $1
  ) and not exists (
    select from private.request_contracts as held
    where held.simulation_id = request_approvals.simulation_id
  )$$, null,
    'LGPD, art. 6º, III: um ano para explicar a decisão; as de um pedido que virou contrato saem com o pedido.'),
  ('offers-closed', 'public.offers',
    'Condições que venceram, foram recusadas ou retiradas, com o que a pessoa escreveu delas', interval '1 year', 'delete',
    $$status in ('expired', 'declined', 'withdrawn') and closed_at < $1
      and not exists (select from public.contracts as made where made.offer_id = offers.id)$$, null,
    'LGPD, arts. 15, I, e 16: não houve contratação; um ano para responder a quem pergunta o que lhe foi proposto. As aceitas saem com o pedido.'),
  ('offers-files', 'storage.objects',
    'PDFs das condições', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: são a prova do que foi aceito; seguem o contrato e saem pela API do Storage.'),
  ('partnership-requests', 'public.partnership_requests',
    'Pedidos de parceria', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: a conversa terminou ou virou parceria, que se guarda à parte.'),
  ('partners', 'public.partners',
    'Parceiros cuja parceria terminou', interval '5 years', 'delete',
    $$ended_at < $1$$, null,
    'Código Civil, art. 206, § 5º, I: prescrição do que nasceu da parceria; LGPD, arts. 7º, V, e 16, I. Enquanto ela dura, ficam.'),
  ('partnership-notes', 'public.partnership_notes',
    'Anotações da equipe sobre pedidos de parceria', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: servem à conversa sobre o pedido, que sai no mesmo prazo.'),
  ('contact-messages', 'public.contact_messages',
    'Mensagens do formulário de contato', interval '2 years', 'delete',
    $$created_at < $1$$, null,
    'LGPD, arts. 15, I, e 16: a conversa terminou; o que virou contrato se guarda à parte.'),
  ('contracts-contact', 'public.contracts',
    'E-mail e telefone do locatário em locações encerradas', interval '5 years', 'reduce',
    $$end_date < $1::date and (tenant_email is not null or tenant_phone is not null)
      and private.claims_over_on(contracts.lease_id) < $1::date$$,
    $$tenant_email = null, tenant_phone = null$$,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há por que falar com a pessoa; LGPD, art. 6º, III.'),
  ('contracts', 'public.contracts',
    'Contratos encerrados', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: prescrição geral. Com a conta e os arquivos, por uma pessoa: pode haver ação em curso.'),
  ('leases', 'public.leases', 'Locações, com o locador', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o último contrato, com o qual são apagadas.'),
  ('contract-documents', 'public.contract_documents',
    'Arquivos dos contratos', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato; os arquivos saem pela API do Storage.'),
  ('charges', 'public.charges', 'Taxas, devoluções e pagamentos da garantia que são devidos', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('movements', 'public.movements', 'Pagamentos recebidos e feitos, com a conta que foi paga', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato; antes disso ninguém os apaga nem altera.'),
  ('allocations', 'public.allocations', 'O que cada pagamento quitou', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o pagamento.'),
  ('movement-rests', 'private.movement_rests', 'O que sobra de cada pagamento', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o pagamento.'),
  ('acceptances', 'public.acceptances',
    'Aceites, com a prova de quem aceitou e quando', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato.'),
  ('letters', 'public.letters', 'Códigos das cartas de fiança', interval '10 years', 'by hand',
    null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('contract-corrections', 'private.contract_corrections',
    'Correções de contratos, com o motivo e o aceite', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagadas.'),
  ('contract-endings', 'public.contract_endings',
    'Pedidos de encerramento e desistências', interval '10 years',
    'by hand', null, null,
    'Código Civil, art. 205: do fim da locação; seguem o contrato, com o qual são apagados.'),
  ('handover-statements', 'public.handover_statements',
    'Dia da entrega das chaves, como cada parte o informa, com o recibo', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados. Os arquivos saem no dia seguinte.'),
  ('inspection-files', 'public.inspection_files',
    'Fotos e documentos das vistorias de entrada e de saída', interval '6 years', 'delete',
    $$received_at < $1 and exists (
    select from public.leases as held
    where held.id = inspection_files.lease_id and private.claims_over_on(held.id) < $1::date
  )$$, null,
    'Código Civil, art. 206, § 5º, I, e LGPD, arts. 6º, III, e 16, I: do fim da locação, ou do seu último pedido, o prazo para acionar a garantia e cinco anos para responder por ela. Os arquivos saem no dia seguinte.'),
  ('inspection-receipts', 'private.inspection_receipts', 'Marcas dos recibos de vistoria em PDF', interval '10 years',
    'by hand', null, null,
    'Código Civil, art. 205: seguem a locação, com a qual são apagadas; os arquivos saem pela API do Storage.'),
  ('claims', 'public.claims', 'Pedidos de acionamento, com a decisão', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: do fim do pedido; seguem o contrato, que fica até lá.'),
  ('claims-account', 'public.claims',
    'Conta do locador em pedidos de acionamento concluídos', interval '5 years', 'reduce',
    $$(account is not null or account_next is not null) and coalesce(withdrawn_at, final_at) < $1
      and not exists (
        select from public.charges as charge
        where charge.claim_id = claims.id
          and (charge.is_open or private.paid_on(charge) >= $1::date)
      )$$,
    $$account = null, account_since = null, account_next = null, account_secret_hash = null, account_asked_by = null$$,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há o que pagar nem o que provar; LGPD, art. 6º, III.'),
  ('refund-accounts', 'public.refund_accounts',
    'Conta do locatário para devoluções que terminaram', interval '5 years', 'delete',
    $$asked_at < $1 and not exists (
      select from public.charges as charge
      where charge.contract_id = refund_accounts.contract_id and charge.kind = 'refund'
        and (charge.is_open or private.paid_on(charge) >= $1::date)
    )$$, null,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há o que pagar nem o que provar; LGPD, art. 6º, III. A conta que foi paga fica com o pagamento.'),
  ('claim-items', 'public.claim_items', 'Itens dos pedidos de acionamento e as respostas do locatário',
    interval '10 years', 'by hand', null, null, 'Código Civil, art. 205: seguem o pedido.'),
  ('claim-reviews', 'public.claim_reviews', 'Pedidos de revisão das decisões e as respostas', interval '10 years', 'by hand',
    null, null, 'Código Civil, art. 205: seguem o pedido.'),
  ('claim-files', 'public.claim_files', 'Provas dos pedidos de acionamento', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o pedido. Os arquivos saem no dia seguinte.'),
  ('claim-decisions', 'private.claim_decisions', 'Marcas das decisões em PDF', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o pedido; os arquivos saem pela API do Storage.'),
  ('case-events', 'public.case_events', 'Andamento dos pedidos de acionamento', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o pedido.'),
  ('replaced-letters', 'private.replaced_letters', 'Códigos das cartas substituídas',
    interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('undrawn-documents', 'private.undrawn_documents', 'Documentos que nenhuma fonte pôde desenhar', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('document-jobs', 'public.document_jobs', 'Registro da emissão das cartas', interval '10 years',
    'by hand', null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('statement-lines', 'private.statement_lines',
    'Lançamentos do extrato que pagaram uma taxa', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados; dos outros lançamentos não se guarda texto.'),
  ('statement-lines-aside', 'private.statement_lines',
    'Marcas dos lançamentos que a equipe deixou de lado, sem texto nem valor', interval '1 year', 'delete',
    $$movement_id is null and decided_at < $1$$, null,
    'LGPD, art. 6º, III: depois de um ano, ninguém traz de novo o mesmo extrato.'),
  ('staff-payout-approvals', 'private.payout_approvals', 'Quem da equipe aprovou um pagamento', interval '10 years', 'by hand',
    null, null, 'Código Civil, art. 205: seguem o contrato, com o qual são apagadas.'),
  ('receipts', 'private.receipts', 'Recibos dos pagamentos', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: seguem o contrato, com o qual são apagados.'),
  ('case-notes', 'public.case_notes',
    'Anotações da equipe sobre pedidos e contratos', interval '10 years', 'by hand', null, null,
    'Código Civil, art. 205: as de um contrato seguem o contrato; as de um pedido saem com ele, no prazo dele.'),
  ('staff-case-holders', 'public.case_holders',
    'Quem da equipe está com um pedido ou contrato', interval '10 years', 'by hand', null, null,
    'LGPD, art. 6º, III: sai com o pedido ou o contrato, com a conta da pessoa, ou quando ela o deixa.'),
  ('lease-addresses', 'public.lease_addresses',
    'E-mails de locadores em locações encerradas', interval '5 years', 'delete',
    $$created_at < $1 and not private.has_landlord_case(address, $1)$$, null,
    'Código Civil, art. 206, § 5º, I: depois da prescrição não há por que falar com a pessoa; LGPD, art. 6º, III.'),
  ('lease-addresses-unconfirmed', 'public.lease_addresses',
    'E-mails de locadores que ninguém confirmou', interval '90 days', 'delete',
    $$confirmed_at is null and created_at < $1$$, null,
    'LGPD, art. 6º, III: sem confirmação o endereço pode ser de outra pessoa.'),
  ('landlord-links', 'private.landlord_links',
    'Links de locadores cujas locações terminaram', interval '90 days', 'delete',
    $$made_at < $1 and not private.has_landlord_case(address, $1)$$, null,
    'LGPD, arts. 6º, III, e 46: um link esquecido não fica aberto.'),
  ('landlords', 'public.landlords',
    'Locadores sem contrato nem proposta', interval '1 year', 'delete',
    $$created_at < $1
      and not exists (select from public.leases as held where held.landlord_id = landlords.id)
      and not exists (select from public.offers as made where made.landlord_id = landlords.id)$$, null,
    'LGPD, arts. 15, I, e 16: enquanto há contrato, seguem o contrato (Código Civil, art. 205); depois não são necessários.'),
  ('outgoing-mail-sent', 'public.outgoing_mail',
    'E-mails enviados (o texto é apagado no envio)', interval '30 days', 'delete',
    $$status = 'sent' and sent_at < $1$$, null,
    'LGPD, art. 16: basta o tempo de responder a quem diz que não recebeu.'),
  ('outgoing-mail-parked', 'public.outgoing_mail',
    'E-mails que não puderam ser entregues', interval '60 days', 'delete',
    $$status in ('parked', 'dismissed') and created_at < $1$$, null,
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
  ('staff-rights', 'public.staff_rights',
    'Direitos das contas da equipe', interval '5 years', 'by hand', null, null,
    'LGPD, art. 37: seguem a conta, com a qual são apagados.'),
  ('staff-recovery-codes', 'private.staff_recovery_codes',
    'Códigos de recuperação já usados', interval '1 year', 'delete',
    $$used_at < $1$$, null,
    'LGPD, art. 46: segurança; um ano basta para investigar um incidente. Os outros saem com a conta.'),
  ('account-links', 'private.account_links',
    'Links enviados para confirmar um endereço ou definir uma senha', interval '1 day', 'delete',
    $$mailed_at < $1$$, null,
    'LGPD, arts. 6º, III, e 46: valem no máximo um dia; depois não abrem nada.'),
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
    'Sem dados pessoais; a tarefa que chama as funções sozinha deixa 2.880 linhas por dia.');

-- Security definer, because accounts and pg_cron's log belong to other roles and no role may read private.retention.
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
    -- Skips the log of pg_cron in a project that does not have pg_cron.
    continue when to_regclass(line.table_name) is null;
    execute format(
      case line.how when 'delete' then 'delete from %1$s' else 'update %1$s set %4$s' end
        || ' where ctid = any (array(select ctid from %1$s where %2$s limit %3$s for update skip locked))',
      line.table_name, line.expired, batch, line.reduce_to
    ) using now() - line.keep_for;
    get diagnostics handled = row_count;
    total := total + handled;
  end loop;
  perform private.note_run('purge-expired');
  return total;
end
$$;
comment on function private.purge_expired is 'Applies private.retention to at most `batch` rows per rule and returns the number of deleted or reduced rows; 0 when no row is left.';
grant execute on function private.purge_expired to service_role;

create function public.purge_expired() returns integer
language sql
return private.purge_expired();
comment on function public.purge_expired is 'Purges expired data in a project without pg_cron. A daily job must call this function with the secret key until 0 is returned.';
grant execute on function public.purge_expired to service_role;
