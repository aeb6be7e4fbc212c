import { formatDateTime } from "../../formats/date-time.ts";
import { SpinnerRing } from "../../ui/spinner.tsx";
import { StatusBadge, type StatusTone } from "../../ui/status-badge.tsx";
import { type Member, useMemberStatus } from "./team-queries.ts";

const statuses: Record<string, { label: string; tone: StatusTone }> = {
  pending: { label: "Aguardando liberação", tone: "waiting" },
  active: { label: "Liberado", tone: "good" },
  disabled: { label: "Desativado", tone: "bad" },
};

interface MemberRowProps {
  member: Member;
  isSelf: boolean;
  canRelease: boolean;
}

/** One account with what may be done about it; nobody changes their own. */
export function MemberRow({ member, isSelf, canRelease }: MemberRowProps) {
  const { mutate, isPending, variables } = useMemberStatus(member);
  const { label, tone } = statuses[member.status] ?? { label: member.status, tone: "neutral" };

  const action = (status: "active" | "disabled", text: string, look: string) =>
    member.status !== status && (
      <button
        type="button"
        className={`btn ${look}`}
        disabled={isPending}
        onClick={() => mutate(status)}
      >
        {isPending && variables === status && <SpinnerRing />}
        {text}
        <span className="sr-only"> {member.email}</span>
      </button>
    );

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 py-5">
      <div className="min-w-0">
        <p className="font-semibold break-all">
          {member.email}
          {isSelf && <span className="font-normal text-muted"> (você)</span>}
        </p>
        <p className="text-soft text-sm">
          {member.full_name && `${member.full_name} · `}
          Conta criada em{" "}
          <time dateTime={member.created_at}>{formatDateTime(member.created_at)}</time>
          {member.can_release && " · Pode liberar contas"}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge tone={tone}>{label}</StatusBadge>
        {canRelease && !isSelf && (
          <>
            {action("active", "Liberar", "btn-primary")}
            {action("disabled", "Desativar", "btn-outline")}
          </>
        )}
      </div>
    </li>
  );
}
