import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import {
  type ParkedDocument,
  useParkedDocuments,
  useRetryDocuments,
} from "./parked-documents-queries.ts";

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
        <p className="font-semibold">Contrato {contract_number}</p>
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
