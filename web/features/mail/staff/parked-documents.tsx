import * as z from "zod/mini";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { Icon } from "../../../ui/brand/icons.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { Whole } from "../../../ui/section/facts.tsx";

/** Lists the contracts whose documents could not be created, with retry buttons. */
export function ParkedDocuments() {
  const { data, isError, refetch } = useParkedDocuments();
  if (!data && isError) {
    return (
      <LoadFailed
        text="Não foi possível ver se há cartas paradas."
        onRetry={refetch}
        className="mb-6"
      />
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
      <Button
        className="btn-outline max-sm:w-full"
        isBusy={isPending}
        onClick={() => mutate(contract_id)}
      >
        Fazer de novo
        <span className="sr-only"> a carta do contrato {contract_number}</span>
      </Button>
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

/** Reads the contracts whose guarantee letter could not be created, newest first. */
function useParkedDocuments() {
  return useStaffQuery({
    queryKey: parkedDocumentsKey,
    schema: parkedSchema,
    ask: (client) => client.rpc("list_parked_documents"),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

function useRetryDocuments() {
  return useStaffAction({
    ask: (client, contract_id: string) => client.rpc("retry_documents", { contract_id }),
    success: () => ({
      title: "Documentos de volta na fila",
      description: "A carta sai em instantes; se falhar de novo, volta a aparecer aqui.",
      tone: "success",
    }),
    failure: "Erro ao refazer os documentos",
    changes: parkedDocumentsKey,
  });
}
