-- Limits of staff. They are not in the CMS, because whoever may publish texts must not be able to raise them.

create function private.limits_of(settings private.staff_settings) returns jsonb
language sql immutable
return jsonb_build_object(
  'secondPersonAbove', settings.second_person_above, 'feeRangePercent', settings.fee_range_percent,
  'accountWaitDays', settings.account_wait_days, 'rentWarnsPercent', settings.rent_warns_percent,
  'rentSecondPercent', settings.rent_second_percent
);
comment on function private.limits_of is 'Returns the limits that the form of the limits shows and changes.';

-- Security definer, because staff have no grant on the settings or the trail.
create function private.staff_limits() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select private.limits_of(settings) || jsonb_build_object(
      'version', settings.version,
      'changes', case when private.has_right('owner') then (
        select coalesce(jsonb_agg(changed.entry order by changed.id desc), '[]')
        from (
          select trail.id, jsonb_build_object(
            'at', trail.occurred_at, 'who', coalesce(member.full_name, member.email),
            'from', trail.details -> 'from', 'to', trail.details -> 'to'
          ) as entry
          from public.audit_trail as trail left join public.staff as member on member.user_id = trail.actor
          where trail.action = 'set-staff-settings' and trail.outcome = 'done'
          order by trail.occurred_at desc limit 20
        ) as changed
      ) end
    )
    from private.staff_settings as settings
  );
end
$$;
call private.expose('staff_limits', 'authenticated',
  'Returns the limits of staff and their version. For the right owner also the last 20 changes, each with former and new values.',
  needs => 'read');

create function private.wanted_limit(wanted jsonb, field text, least_one integer, most integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  given constant text := wanted ->> field;
begin
  if coalesce(given !~ '^[0-9]{1,8}$', true) or given::integer not between least_one and most then
    perform private.reject(
      format('Informe um número inteiro de %s a %s.', least_one, translate(to_char(most, 'FM9,999,999,990'), ',', '.')), field
    );
  end if;
  return given::integer;
end
$$;
comment on function private.wanted_limit is 'Returns a whole number of the form of the limits. Refuses another value beside its field.';

-- Security definer, because no role of the API may write the settings.
create function private.set_staff_settings(wanted jsonb, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  settings private.staff_settings;
  former jsonb;
  given jsonb;
begin
  select * into settings from private.staff_settings for update;
  if settings.version is distinct from $2 then
    raise sqlstate 'PT409' using message = 'Os limites mudaram enquanto esta tela estava aberta. Confira os novos e tente de novo.';
  end if;
  former := private.limits_of(settings);
  given := jsonb_build_object(
    'secondPersonAbove', private.wanted_limit(wanted, 'secondPersonAbove', 0, 10000000),
    'feeRangePercent', private.wanted_limit(wanted, 'feeRangePercent', 0, 100),
    'accountWaitDays', private.wanted_limit(wanted, 'accountWaitDays', 2, 10),
    'rentWarnsPercent', private.wanted_limit(wanted, 'rentWarnsPercent', 1, 100),
    'rentSecondPercent', private.wanted_limit(wanted, 'rentSecondPercent', 1, 100)
  );
  if (given ->> 'rentSecondPercent')::integer < (given ->> 'rentWarnsPercent')::integer then
    perform private.reject('Esta parcela não pode ser menor do que a que avisa.', 'rentSecondPercent');
  end if;
  if given = former then
    return jsonb_build_object('changed', false, 'version', settings.version);
  end if;
  update private.staff_settings as changed
  set second_person_above = (given ->> 'secondPersonAbove')::integer,
    fee_range_percent = (given ->> 'feeRangePercent')::integer,
    account_wait_days = (given ->> 'accountWaitDays')::integer,
    rent_warns_percent = (given ->> 'rentWarnsPercent')::integer,
    rent_second_percent = (given ->> 'rentSecondPercent')::integer, version = changed.version + 1;
  perform private.note('set-staff-settings', null, jsonb_build_object('from', former, 'to', given));
  return jsonb_build_object('changed', true, 'version', settings.version + 1);
end
$$;
call private.expose('set_staff_settings', 'authenticated',
  'Changes the limits of staff, {secondPersonAbove, feeRangePercent, accountWaitDays, rentWarnsPercent, rentSecondPercent}. Raises PT409 when the limits have another version. The trail records former and new values.',
  needs => 'owner');
