-- Who answered a message says so, and may take it back; who wrote is told nothing by this.

-- Definer: nobody has a grant on the table; who read whose data is on record.
create function private.contact_message(message_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant uuid := message_id;
  found_one public.contact_messages;
begin
  if not private.is_active_staff() then
    raise exception 'Acesso não permitido.' using errcode = '42501';
  end if;
  select * into found_one from public.contact_messages where id = wanted;
  if not found then
    raise sqlstate 'PT404' using message = 'Mensagem não encontrada.';
  end if;
  perform private.record_reading('read-contact-messages', array[wanted]);
  return to_jsonb(found_one) - array['submission_id', 'answered_by'] || jsonb_build_object(
    'answered_by', (
      select coalesce(staff.full_name, staff.email)
      from public.staff where staff.user_id = found_one.answered_by
    ),
    'history', private.subject_history(wanted, 'read-contact-messages')
  );
end
$$;

create function public.contact_message(message_id uuid) returns jsonb
language sql volatile
set search_path = ''
as $$
  select private.contact_message($1);
$$;
comment on function public.contact_message is 'A message with who answered it and its history. Active staff only; who read what is on record.';

-- Definer: nobody may update messages directly. The row lock makes it happen once.
create function private.set_message_answered(message_id uuid, answered boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted constant text := case when answered then 'answered' else 'new' end;
  present text;
begin
  if not private.is_active_staff() then
    return private.refuse('answer-contact-message', message_id);
  end if;
  select sent.status into present
  from public.contact_messages as sent where sent.id = message_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Mensagem não encontrada.';
  end if;
  if present = wanted then
    return jsonb_build_object('changed', false, 'status', present);
  end if;
  update public.contact_messages
  set status = wanted,
    answered_at = case when answered then now() end,
    answered_by = case when answered then (select auth.uid()) end
  where id = message_id;
  insert into public.audit_trail (actor, action, subject_id, outcome, details)
  values (
    (select auth.uid()), 'answer-contact-message', message_id, 'done',
    jsonb_build_object('status', wanted)
  );
  return jsonb_build_object('changed', true, 'status', wanted);
end
$$;

create function public.set_message_answered(message_id uuid, answered boolean) returns jsonb
language sql
set search_path = ''
as $$
  select private.set_message_answered($1, $2);
$$;
comment on function public.set_message_answered is 'Says that a message was answered, or opens it again; each once. Active staff only.';

grant execute on function
  private.contact_message(uuid), private.set_message_answered(uuid, boolean)
to authenticated;
revoke all on function public.contact_message(uuid), public.set_message_answered(uuid, boolean)
  from public, anon, service_role;
grant execute on function
  public.contact_message(uuid), public.set_message_answered(uuid, boolean)
to authenticated;
