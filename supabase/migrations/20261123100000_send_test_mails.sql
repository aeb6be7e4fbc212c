-- Editors of the mails' words have one sent to themselves. Who they are only the content API knows:
-- it is asked by the function, once the caller's network is within its limit, and it names the
-- address. The words come with the mail, as they are not published yet.
alter table public.outgoing_mail drop constraint outgoing_mail_template_check;
alter table public.outgoing_mail add constraint outgoing_mail_template_check check (template in (
  'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
  'tracking-link', 'documents-asked', 'offer-made', 'offer-reminder', 'offer-accepted',
  'contract-ready', 'contract-ended', 'partnership-received', 'partnership-notice',
  'contact-received', 'contact-notice', 'password-recovery', 'password-changed',
  'staff-confirmation', 'staff-pending', 'staff-released', 'test-mail'
));

insert into private.limits (action, most, per) values
  ('test-mail-by-address', 60, interval '1 hour'),
  ('test-mail-by-editor', 20, interval '1 hour');

create function public.open_test_mail(address_hash text) returns void
language sql
set search_path = ''
as $$
  select private.require_within_limit('test-mail-by-address', address_hash);
$$;
comment on function public.open_test_mail is 'Counts a try to send a test mail, before its token is shown to the content API.';

create function public.queue_test_mail(recipient text, payload jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_within_limit('test-mail-by-editor', recipient);
  perform private.enqueue_mail(
    'test-mail', recipient, payload, 'test-mail:' || gen_random_uuid()
  );
end
$$;
comment on function public.queue_test_mail is 'Queues a mail with words that are not published, to the editor who asked for it.';

revoke all on function public.open_test_mail(text), public.queue_test_mail(text, jsonb)
from public, anon, authenticated;
grant execute on function public.open_test_mail(text), public.queue_test_mail(text, jsonb)
to service_role;
