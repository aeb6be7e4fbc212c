import { useState } from "react";
import * as z from "zod/mini";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { SpinnerRing } from "../../../ui/feedback/states.tsx";
import { Notes, noteSchema } from "../../../ui/section/notes.tsx";
import { AssignDialog, type Case } from "./assign-dialog.tsx";

const workSchema = z.object({
  /** Name of the member of staff who works on the case; null when nobody does. */
  holder: z.nullable(z.string()),
  is_mine: z.boolean(),
  /** Day on which the holder wants to look again, as YYYY-MM-DD. */
  look_again_on: z.nullable(z.string()),
  notes: z.array(noteSchema),
});

const POLL_MS = 15_000;

export function CaseWork({ about }: { about: Case }) {
  const id = "simulation_id" in about ? about.simulation_id : about.contract_id;
  const { data, isError, refetch } = useStaffQuery({
    queryKey: ["case-work", id],
    schema: workSchema,
    ask: (client) => client.rpc("case_work", about),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: "always",
  });
  const [isAssigning, setIsAssigning] = useState(false);
  const hold = useStaffAction({
    ask: (client, held: boolean) => client.rpc("hold_case", { ...about, held }),
    failure: "Não foi possível registrar",
    changes: "everything",
  });
  const note = useStaffAction({
    ask: (client, added: { noteId: string; note: string }) =>
      client.rpc("add_case_note", { ...about, note_id: added.noteId, note: added.note }),
    failure: "Erro ao guardar a anotação",
    failureText: "O texto continua no campo. Por favor, tente novamente.",
    changes: "everything",
  });
  if (!data) {
    return isError ? (
      <p role="alert" className="mt-6">
        Não foi possível carregar as anotações.{" "}
        <Button className="btn-link" onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      </p>
    ) : (
      <SpinnerRing className="mt-6 size-4" />
    );
  }
  const { holder, is_mine, look_again_on, notes } = data;
  return (
    <section
      aria-labelledby={`work-${id}`}
      className="mt-6 rounded-md border border-sand-200 bg-base-100 p-4 sm:p-5"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h3 id={`work-${id}`} className="text-base">
          Trabalho da equipe
        </h3>
        <span className="flex flex-wrap items-center gap-3 text-sm">
          <output>{describeHolder(holder, is_mine, look_again_on)}</output>
          <Button
            className="btn-outline btn-sm"
            isBusy={hold.isPending}
            onClick={() => hold.mutate(!is_mine)}
          >
            {is_mine ? "Deixar" : "Estou com este"}
          </Button>
          <Button className="btn-outline btn-sm" onClick={() => setIsAssigning(true)}>
            Passar ou ver de novo…
          </Button>
        </span>
      </div>
      {isAssigning && (
        <AssignDialog
          about={about}
          lookAgainOn={is_mine ? look_again_on : null}
          onClose={() => setIsAssigning(false)}
        />
      )}
      <Notes id={id} notes={notes} isPending={note.isPending} onAdd={note.mutate} />
    </section>
  );
}

function describeHolder(holder: string | null, isMine: boolean, lookAgainOn: string | null) {
  if (holder === null) return "Ninguém está com este";
  const again = lookAgainOn === null ? "" : `, ver de novo em ${formatShortDate(lookAgainOn)}`;
  return isMine ? `Está com você${again}` : `Está com ${holder}${again}`;
}
