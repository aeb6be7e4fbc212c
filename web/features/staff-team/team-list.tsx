import { Spinner, SpinnerRing, StatePanel } from "../../ui/feedback/states.tsx";
import { useAddedPages } from "../../ui/layout/row-list.tsx";
import { MemberRow } from "./member-row.tsx";
import { TeamCounts } from "./team-counts.tsx";
import { useTeam } from "./team-queries.ts";

interface TeamListProps {
  ownUserId: string;
  /** Whether this person may release and disable others; the database checks it again. */
  canRelease: boolean;
}

/** Everybody with an account in the staff area, in pages that are added below. */
export function TeamList({ ownUserId, canRelease }: TeamListProps) {
  const query = useTeam();
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage } = query;
  const members = data?.pages.flat() ?? [];
  const { list, showMore } = useAddedPages<HTMLTableSectionElement>(
    members.length,
    query.fetchNextPage,
  );

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
      <TeamCounts />
      <div className="card card-border py-2 sm:py-4">
        <table className="table text-base">
          <thead className="sr-only">
            <tr>
              <th scope="col">Conta</th>
              <th scope="col">Situação</th>
              {canRelease && <th scope="col">Ações</th>}
            </tr>
          </thead>
          <tbody ref={list}>
            {members.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                isSelf={member.user_id === ownUserId}
                canRelease={canRelease}
              />
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <div className="mt-8 text-center">
          <button
            type="button"
            className="btn btn-outline btn-lg"
            disabled={isFetchingNextPage}
            onClick={() => void showMore()}
          >
            {isFetchingNextPage && <SpinnerRing />}
            Carregar mais
          </button>
        </div>
      )}
    </>
  );
}
