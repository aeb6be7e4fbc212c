import { useState } from "react";
import { type StaffStatus, staffRightsName } from "#contracts/stored-values.ts";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { TypedTextAbout } from "../../../ui/layout/list-and-detail.tsx";
import { useAddedPages } from "../../../ui/layout/row-list.tsx";
import { rightTexts } from "#contracts/staff-rights.ts";
import { listRows } from "../shell/shortcuts.tsx";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { RightsDialog } from "./rights-dialog.tsx";
import {
  type Member,
  useEndSessions,
  useMemberStatus,
  useTeam,
  useTeamCounts,
} from "./team-queries.ts";

export function TeamList({ ownUserId }: { ownUserId: string }) {
  const query = useTeam();
  const { data, hasNextPage, isFetchingNextPage } = query;
  const members = data?.pages.flat() ?? [];
  const { list, showMore } = useAddedPages<HTMLTableSectionElement>(
    members.length,
    query.fetchNextPage,
  );

  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando equipe..."
        failed="Não foi possível carregar a equipe"
      />
    );
  }
  return (
    <>
      <TeamCounts />
      <div className="card card-border py-2 sm:py-4">
        <table className="table text-base max-md:block">
          <thead className="sr-only">
            <tr>
              <th scope="col">Conta</th>
              <th scope="col">Situação</th>
              <th scope="col">Ações</th>
            </tr>
          </thead>
          <tbody ref={list} {...listRows}>
            {members.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                isSelf={member.user_id === ownUserId}
              />
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <div className="mt-8 text-center">
          <Button
            className="btn-outline btn-lg"
            isBusy={isFetchingNextPage}
            onClick={() => void showMore()}
          >
            Carregar mais
          </Button>
        </div>
      )}
    </>
  );
}

/** Shows the number of accounts by status. Shows nothing until the numbers are known. */
function TeamCounts() {
  const { data, isPending } = useTeamCounts();
  if (!data) return <div className={`mb-4 h-6 ${isPending ? "skeleton max-w-72" : ""}`} />;
  const { active, pending, unconfirmed, disabled } = data;
  const waiting = pending - unconfirmed;
  const parts = [
    count(active, "liberada", "liberadas"),
    count(waiting, "aguardando liberação", "aguardando liberação"),
    unconfirmed > 0 && count(unconfirmed, "sem e-mail confirmado", "sem e-mail confirmado"),
    disabled > 0 && count(disabled, "desativada", "desativadas"),
  ];
  return (
    <p className="mb-4 min-h-6 text-sm">
      <span className="sr-only">Contas: </span>
      {parts.filter(Boolean).join(" · ")}
    </p>
  );
}

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

const statuses: Record<string, StatusLook> = {
  pending: { label: "Aguardando liberação", tone: "waiting" },
  active: { label: "Liberado", tone: "good" },
  disabled: { label: "Desativado", tone: "bad" },
} satisfies Record<StaffStatus, StatusLook>;
const unconfirmed = { label: "E-mail não confirmado", tone: "neutral" } as const;

interface MemberRowProps {
  member: Member;
  isSelf: boolean;
}

/** Shows one account, its rights and the actions on it. Nobody can release or disable their own account. */
function MemberRow({ member, isSelf }: MemberRowProps) {
  const { mutate, isPending, variables } = useMemberStatus(member);
  const ending = useEndSessions(member);
  const [isChoosing, setIsChoosing] = useState(false);
  const { email, status, email_confirmed_at: confirmedAt } = member;
  const known = statuses[status] ?? { label: status, tone: "neutral" };
  const { label, tone } = status === "pending" && confirmedAt === null ? unconfirmed : known;

  const action = (wanted: "active" | "disabled", text: string, look: string) =>
    status !== wanted && (
      <StaffButton
        needs="team"
        className={look}
        isBusy={isPending && variables === wanted}
        disabled={isPending}
        onClick={() => mutate(wanted)}
      >
        {text}
        <span className="sr-only"> {email}</span>
      </StaffButton>
    );

  return (
    <tr
      tabIndex={-1}
      className="border-sand-200 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-3 max-md:py-5 max-md:not-last:border-b max-md:*:border-0 max-md:*:p-0"
    >
      <th scope="row" className="w-full py-5 ps-0 font-normal">
        <p className="font-semibold break-all">
          {email}
          {isSelf && <span className="font-normal text-muted"> (você)</span>}
        </p>
        <p className="text-soft text-sm wrap-anywhere">
          {member.full_name && `${member.full_name} · `}
          Conta criada em{" "}
          <time dateTime={member.created_at}>{formatDateTime(member.created_at)}</time>
        </p>
        {status === "active" && <MemberFacts member={member} />}
        <p className="text-soft text-sm wrap-anywhere">
          Domínio <span className="font-semibold">{email.split("@").at(-1)}</span> ·{" "}
          {confirmedAt === null ? (
            "e-mail ainda não confirmado"
          ) : (
            <>
              e-mail confirmado em <time dateTime={confirmedAt}>{formatDateTime(confirmedAt)}</time>
            </>
          )}
        </p>
      </th>
      <td className="last:pe-0 md:whitespace-nowrap">
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </td>
      <td className="pe-0">
        <div className="flex flex-wrap gap-3 md:min-w-[19rem] md:justify-end">
          {status === "active" && (
            <StaffButton needs="team" className="btn-outline" onClick={() => setIsChoosing(true)}>
              Direitos
              <span className="sr-only"> {email}</span>
            </StaffButton>
          )}
          {status === "active" && member.last_seen_at !== null && (
            <StaffButton
              needs="team"
              className="btn-outline"
              isBusy={ending.isPending}
              onClick={() => ending.mutate()}
            >
              Encerrar sessões
              <span className="sr-only"> {email}</span>
            </StaffButton>
          )}
          {!isSelf && confirmedAt !== null && action("active", "Liberar", "btn-primary")}
          {!isSelf && action("disabled", "Desativar", "btn-outline")}
        </div>
        <TypedTextAbout id={member.user_id}>
          {isChoosing && <RightsDialog member={member} onClose={() => setIsChoosing(false)} />}
        </TypedTextAbout>
      </td>
    </tr>
  );
}

/** Says what a member may do, whether the second factor is on, and when the member last used the area. */
function MemberFacts({ member }: { member: Member }) {
  const { rights, has_second_factor, last_seen_at } = member;
  const titles = staffRightsName
    .filter((right) => rights.includes(right))
    .map((right) => rightTexts[right].title.toLowerCase());
  return (
    <p className="text-soft text-sm wrap-anywhere">
      <span className="font-semibold">
        {titles.length === 0 ? "Sem direitos" : `Pode ${titles.join(", ")}`}
      </span>
      {" · "}
      {has_second_factor ? "com verificação em duas etapas" : "sem verificação em duas etapas"}
      {" · "}
      {last_seen_at === null ? (
        "sem sessão aberta"
      ) : (
        <>
          visto em <time dateTime={last_seen_at}>{formatDateTime(last_seen_at)}</time>
        </>
      )}
    </p>
  );
}
