import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Notes, noteSchema } from "../../ui/section/notes.tsx";

const workSchema = z.object({
  /** Who of staff is at work on it; null for nobody. */
  holder: z.nullable(z.string()),
  is_mine: z.boolean(),
  notes: z.array(noteSchema),
});

const POLL_MS = 15_000;

/** A request or a contract, by its id. */
type Case = { simulation_id: string } | { contract_id: string };

/** Who is at work on a request or a contract, and what staff noted about it. */
export function CaseWork({ about }: { about: Case }) {
  const id = "simulation_id" in about ? about.simulation_id : about.contract_id;
  const backend = useBackend();
  const queries = useQueryClient();
  const queryKey = ["case-work", id] as const;
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      workSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("case_work", about).abortSignal(signal)),
      ),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: "always",
  });
  const onSuccess = () => queries.invalidateQueries();
  const hold = useMutation({
    mutationFn: (held: boolean) =>
      askAsStaff(backend, (client) => client.rpc("hold_case", { ...about, held })),
    onSuccess,
    onError: () =>
      showToast({
        title: "Não foi possível registrar",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      }),
  });
  const note = useMutation({
    mutationFn: (added: { noteId: string; note: string }) =>
      askAsStaff(backend, (client) =>
        client.rpc("add_case_note", { ...about, note_id: added.noteId, note: added.note }),
      ),
    onSuccess,
    onError: () =>
      showToast({
        title: "Erro ao guardar a anotação",
        description: "O texto continua no campo. Por favor, tente novamente.",
        tone: "destructive",
      }),
  });
  if (!data) {
    return isError ? (
      <p role="alert" className="mt-6">
        Não foi possível carregar as anotações.{" "}
        <button type="button" className="btn btn-link" onClick={() => void refetch()}>
          Tentar novamente
        </button>
      </p>
    ) : (
      <SpinnerRing className="mt-6 size-4" />
    );
  }
  const { holder, is_mine, notes } = data;
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
          <output>{describeHolder(holder, is_mine)}</output>
          <button
            type="button"
            className="btn btn-outline btn-sm"
            disabled={hold.isPending}
            onClick={() => hold.mutate(!is_mine)}
          >
            {hold.isPending && <SpinnerRing />}
            {is_mine ? "Deixar" : "Estou com este"}
          </button>
        </span>
      </div>
      <Notes id={id} notes={notes} isPending={note.isPending} onAdd={note.mutate} />
    </section>
  );
}

function describeHolder(holder: string | null, isMine: boolean): string {
  if (holder === null) return "Ninguém está com este";
  return isMine ? "Está com você" : `Está com ${holder}`;
}
