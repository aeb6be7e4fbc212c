import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Icon } from "../../ui/brand/icons.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Whole } from "../../ui/section/facts.tsx";

/** The letters that could not be made, each with a way to try again; nothing otherwise. */
export function ParkedDocuments() {
  const { data, isError, refetch } = useParkedDocuments();
  if (!data && isError) {
    return (
      <div role="alert" className="alert alert-error alert-soft mb-6 rounded-md">
        <p>Não foi possível ver se há cartas paradas.</p>
        <button type="button" className="btn btn-outline" onClick={() => void refetch()}>
          Tentar novamente
        </button>
      </div>
    );
  }
  if (!data?.length) return null;
  return (
    <section aria-labelledby="parked-documents" className="card card-border mb-6">
      <h2 id="parked-documents" className="flex items-center gap-3 text-card">
        <Icon name="document" className="size-7 text-amber-800" />
        {data.length === 1 ? "1 carta não foi feita" : `${data.length} cartas não foram feitas`}
      </h2>
      <p className="mt-2 text-sm">
        O contrato vale, mas o locatário ainda não recebeu a carta nem o acesso.
      </p>
      <ul className="mt-4 divide-y divide-sand-200">
        {data.map((parked) => (
          <ParkedDocumentItem key={parked.contract_id} parked={parked} />
        ))}
      </ul>
    </section>
  );
}

function ParkedDocumentItem({ parked }: { parked: ParkedDocument }) {
  const { mutate, isPending } = useRetryDocuments();
  const { contract_id, contract_number, created_at, last_error } = parked;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 text-sm">
        <p className="font-semibold">
          Contrato <Whole>{contract_number}</Whole>
        </p>
        <p>
          Aceito em <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </p>
        {last_error && <p className="wrap-anywhere">Último erro: {last_error}</p>}
      </div>
      <button
        type="button"
        className="btn btn-outline max-sm:w-full"
        disabled={isPending}
        onClick={() => mutate(contract_id)}
      >
        {isPending && <SpinnerRing />}
        Fazer de novo
        <span className="sr-only"> a carta do contrato {contract_number}</span>
      </button>
    </li>
  );
}

const POLL_MS = 60_000;
const parkedDocumentsKey = ["parked-documents"] as const;

const parkedSchema = z.array(
  z.object({
    contract_id: z.string(),
    contract_number: z.string(),
    last_error: z.nullable(z.string()),
    created_at: z.string(),
  }),
);
type ParkedDocument = z.output<typeof parkedSchema>[number];

/** Contracts whose letter could not be made, newest first, kept current. */
function useParkedDocuments() {
  const backend = useBackend();
  return useQuery({
    queryKey: parkedDocumentsKey,
    queryFn: async ({ signal }) =>
      parkedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("list_parked_documents").abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

/** Has the letter and the contract of one made once more. */
function useRetryDocuments() {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (contractId: string) =>
      askAsStaff(backend, (client) => client.rpc("retry_documents", { contract_id: contractId })),
    onSuccess: () => {
      showToast({
        title: "Documentos de volta na fila",
        description: "A carta sai em instantes; se falhar de novo, volta a aparecer aqui.",
        tone: "success",
      });
      return queries.invalidateQueries({ queryKey: parkedDocumentsKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao refazer os documentos",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
