import { useRef } from "react";
import * as z from "zod/mini";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import { SpinnerRing } from "../feedback/states.tsx";
import { TextAreaField } from "../form/controls.tsx";
import { Form } from "../form/form.tsx";
import { useValidatedForm } from "../form/use-validated-form.ts";

const schema = z.object({
  note: textAreaField({ min: 1, max: 2000, message: "Escreva a anotação" }),
});

export const noteSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  note: z.string(),
  /** Null for an account that is gone, and for a party. */
  who: z.nullable(z.string()),
  /** The party whose words these are; nothing for staff. */
  side: z.nullish(z.enum(["tenant", "landlord"])),
});

const sides = {
  tenant: "Locatário, na página do pedido",
  landlord: "Locador, na página do pedido",
};

interface NotesProps {
  /** Of what the notes are about. */
  id: string;
  /** Newest first. */
  notes: readonly z.output<typeof noteSchema>[];
  isPending: boolean;
  onAdd: (note: { noteId: string; note: string }, done: { onSuccess: () => void }) => void;
}

/** What staff noted, and a field for more. Notes do not change. */
export function Notes({ id, notes, isPending, onAdd }: NotesProps) {
  const { form, field } = useValidatedForm({ schema, names: ["note"] });
  // The same until it arrived: a second click and a retry are the same note.
  const noteId = useRef(crypto.randomUUID());
  const onSuccess = () => {
    noteId.current = crypto.randomUUID();
    form.reset();
  };
  return (
    <>
      <Form
        className="grid gap-3"
        onSubmit={(event) =>
          void form.handleSubmit(({ note }) =>
            onAdd({ noteId: noteId.current, note }, { onSuccess }),
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
          {notes.map(({ id: key, note, who, side, created_at }) => (
            <li key={key} className="rounded-md bg-sand-100 p-4 text-sm">
              <p className="whitespace-pre-line wrap-anywhere">{note}</p>
              <p className="mt-1 text-xs text-muted">
                {side ? sides[side] : (who ?? "Conta que já não existe")} ·{" "}
                <time dateTime={created_at}>{formatDateTime(created_at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
