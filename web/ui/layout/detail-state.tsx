import { Spinner } from "../feedback/spinner.tsx";
import { StatePanel } from "../feedback/state-panel.tsx";

interface DetailStateProps {
  isError: boolean;
  isFetching: boolean;
  onRetry: () => void;
  loading: string;
  failed: string;
}

/** What stands in the place of a detail that is not there yet. */
export function DetailState({ isError, isFetching, onRetry, loading, failed }: DetailStateProps) {
  if (!isError) return <Spinner label={loading} />;
  return (
    <StatePanel icon="bell" title={failed} text="Confira sua conexão e tente novamente.">
      <button type="button" className="btn btn-primary" disabled={isFetching} onClick={onRetry}>
        Tentar novamente
      </button>
    </StatePanel>
  );
}
