import { useRef } from "react";
import * as z from "zod/mini";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/text.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type PartnershipRequest, useAddNote } from "./partnership-queries.ts";

const schema = z.object({
  note: textAreaField({ min: 1, max: 2000, message: "Escreva a anotação" }),
});

/** What was said with whom, newest first, and a field for more. Notes do not change. */
export function PartnershipNotes({ request: { id, notes } }: { request: PartnershipRequest }) {
  const { mutate, isPending } = useAddNote(id);
  const { form, field } = useValidatedForm({ schema, names: ["note"] });
  // The same until it arrived: a second click and a retry are the same note.
  const noteId = useRef(crypto.randomUUID());
  return (
    <section aria-labelledby={`notes-${id}`}>
      <h3 id={`notes-${id}`} className="mb-3 border-b border-sand-200 pb-2 text-base">
        Anotações
      </h3>
      <Form
        className="grid gap-3"
        onSubmit={(event) =>
          void form.handleSubmit(({ note }) =>
            mutate(
              { noteId: noteId.current, note },
              {
                onSuccess() {
                  noteId.current = crypto.randomUUID();
                  form.reset();
                },
              },
            ),
          )(event)
        }
      >
        <TextAreaField
          {...field("note")}
          id={`note-${id}`}
          rows={2}
          maxLength={2000}
          texts={{ label: "Nova anotação", help: "Só a equipe lê. Não dá para mudar depois." }}
        />
        <button type="submit" className="btn btn-outline justify-self-start" disabled={isPending}>
          {isPending && <SpinnerRing />}
          Guardar anotação
        </button>
      </Form>
      {notes.length > 0 && (
        <ul className="mt-5 grid gap-4">
          {notes.map(({ id: key, note, who, created_at }) => (
            <li key={key} className="rounded-md bg-sand-100 p-4 text-sm">
              <p className="whitespace-pre-line wrap-anywhere">{note}</p>
              <p className="mt-1 text-xs text-muted">
                {who ?? "Conta que já não existe"} ·{" "}
                <time dateTime={created_at}>{formatDateTime(created_at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
