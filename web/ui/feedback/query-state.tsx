import { FormFailure } from "../form/form-failure.ts";
import { Button } from "./button.tsx";
import { Spinner, StatePanel } from "./states.tsx";

interface QueryStateProps {
  query: {
    isError: boolean;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** True when the requested item does not exist. By default, the query's error decides. */
  isMissing?: boolean;
  loading: string;
  failed: string;
}

/** Shows the state of a query without data: a spinner, an error with a retry button, or a notice of a missing item. */
export function QueryState({ query, loading, failed, ...props }: QueryStateProps) {
  const { isError, error, isFetching, refetch } = query;
  const { isMissing = error instanceof FormFailure && error.isMissing } = props;
  if (isMissing) {
    return (
      <StatePanel
        icon="search"
        title="Nada com este endereço"
        text="O que ele mostrava foi apagado, nunca existiu ou não pode ser visto com a sua conta. Confira o endereço com quem o enviou."
      />
    );
  }
  if (!isError) return <Spinner label={loading} />;
  return (
    <StatePanel icon="bell" title={failed} text="Confira sua conexão e tente novamente.">
      <Button className="btn-primary" disabled={isFetching} onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    </StatePanel>
  );
}

interface LoadFailedProps {
  text: string;
  retryLabel?: string;
  onRetry: () => unknown;
  className?: string;
}

export function LoadFailed(props: LoadFailedProps) {
  const { text, retryLabel = "Tentar novamente", onRetry, className = "" } = props;
  return (
    <div role="alert" className={`alert alert-error alert-soft rounded-md ${className}`}>
      <p>{text}</p>
      <Button onClick={() => void onRetry()}>{retryLabel}</Button>
    </div>
  );
}
