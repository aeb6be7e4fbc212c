import { useRef } from "react";
import * as z from "zod/mini";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import { Button } from "../feedback/button.tsx";
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
  /** Author of the note; null when the account was deleted or a party wrote the note. */
  who: z.nullable(z.string()),
  /** Party that wrote the note; missing when staff wrote the note. */
  side: z.nullish(z.enum(["tenant", "landlord"])),
});

const sides = {
  tenant: "Locatário, na página do pedido",
  landlord: "Locador, na página do pedido",
};

interface NotesProps {
  id: string;
  /** Notes about the case, the newest first. */
  notes: readonly z.output<typeof noteSchema>[];
  isPending: boolean;
  onAdd: (note: { noteId: string; note: string }, done: { onSuccess: () => void }) => void;
}

/** Shows the notes about a case and a field for new ones. Notes cannot be changed. */
export function Notes({ id, notes, isPending, onAdd }: NotesProps) {
  const { form, field } = useValidatedForm({ schema, names: ["note"] });
  // The id stays the same until the note is stored, so that a second click or a retry adds no second note.
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
        <Button className="btn-outline justify-self-start" isBusy={isPending}>
          Guardar anotação
        </Button>
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
