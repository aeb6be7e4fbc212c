import { Spinner } from "../../ui/spinner.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { MemberRow } from "./member-row.tsx";
import { useTeam } from "./team-queries.ts";

interface TeamListProps {
  ownUserId: string;
  /** Whether this person may release and disable others; the database checks it again. */
  canRelease: boolean;
}

/** Everybody with an account in the staff area. */
export function TeamList({ ownUserId, canRelease }: TeamListProps) {
  const { data, isError, isFetching, refetch } = useTeam();
  if (!data) {
    return isError ? (
      <StatePanel
        icon="bell"
        title="Não foi possível carregar a equipe"
        text="Confira sua conexão e tente novamente."
      >
        <button
          type="button"
          className="btn btn-primary"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          Tentar novamente
        </button>
      </StatePanel>
    ) : (
      <Spinner label="Carregando equipe..." />
    );
  }
  return (
    <>
      {!canRelease && (
        <p className="mb-4 text-sm">
          Sua conta vê a equipe, mas não pode liberar nem desativar outras contas.
        </p>
      )}
      <ul className="form-card divide-y divide-sand-200 py-2 sm:py-4">
        {data.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            isSelf={member.user_id === ownUserId}
            canRelease={canRelease}
          />
        ))}
      </ul>
    </>
  );
}
