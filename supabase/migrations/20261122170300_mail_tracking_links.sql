-- Who has lost the link of a request gets a new one with its protocol and e-mail. Known and
-- unknown pairs are answered alike, and work alike: the unknown case writes the same mail and
-- takes it back.
alter table public.outgoing_mail drop constraint outgoing_mail_template_check;
alter table public.outgoing_mail add constraint outgoing_mail_template_check check (template in (
  'simulation-received', 'simulation-notice', 'simulation-approved', 'simulation-rejected',
  'tracking-link', 'partnership-received', 'partnership-notice', 'contact-received',
  'contact-notice', 'password-recovery', 'password-changed',
  'staff-confirmation', 'staff-pending', 'staff-released'
));

insert into private.limits (action, most, per) values
  ('tracking-link-by-address', 10, interval '1 hour'),
  ('tracking-link-by-protocol', 3, interval '1 hour');

create function public.request_tracking_link(protocol text, email text, address_hash text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(email));
  held public.simulations;
begin
  perform private.require_within_limit('tracking-link-by-address', address_hash);
  -- Silent, because a refusal would tell that somebody else asked for it.
  if not (select within from private.count_hit('tracking-link-by-protocol', protocol)) then
    return;
  end if;

  select * into held from public.simulations as simulation
  where simulation.protocol = request_tracking_link.protocol
    and simulation.email = wanted and private.is_tracked(simulation);
  begin
    if held.id is not null then
      perform private.renew_tracking_link(held.id);
    end if;
    perform private.enqueue_mail(
      'tracking-link', wanted, '{}',
      'tracking-link:' || gen_random_uuid(), simulation_id => held.id
    );
    if held.id is null then
      raise exception 'unknown request' using errcode = 'P0002';
    end if;
  exception
    when no_data_found then null;
  end;
end
$$;
comment on function public.request_tracking_link is 'Queues a mail with a new link, which takes the place of the former; says nothing about it.';

revoke all on function public.request_tracking_link(text, text, text)
from public, anon, authenticated;
grant execute on function public.request_tracking_link(text, text, text) to service_role;
