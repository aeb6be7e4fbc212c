import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { SpinnerRing, StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { type Member, useMemberStatus } from "./team-queries.ts";

const statuses: Record<string, { label: string; tone: StatusTone }> = {
  pending: { label: "Aguardando liberação", tone: "waiting" },
  active: { label: "Liberado", tone: "good" },
  disabled: { label: "Desativado", tone: "bad" },
};
const unconfirmed = { label: "E-mail não confirmado", tone: "neutral" } as const;

interface MemberRowProps {
  member: Member;
  isSelf: boolean;
  canRelease: boolean;
}

/** One account with what may be done about it; nobody changes their own. */
export function MemberRow({ member, isSelf, canRelease }: MemberRowProps) {
  const { mutate, isPending, variables } = useMemberStatus(member);
  const { email, status, email_confirmed_at: confirmedAt } = member;
  const known = statuses[status] ?? { label: status, tone: "neutral" };
  const { label, tone } = status === "pending" && confirmedAt === null ? unconfirmed : known;

  const action = (wanted: "active" | "disabled", text: string, look: string) =>
    status !== wanted && (
      <button
        type="button"
        className={`btn ${look}`}
        disabled={isPending}
        onClick={() => mutate(wanted)}
      >
        {isPending && variables === wanted && <SpinnerRing />}
        {text}
        <span className="sr-only"> {email}</span>
      </button>
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
          {member.can_release && " · Pode liberar contas"}
        </p>
        <p className="text-soft text-sm break-words">
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
      <td className="whitespace-nowrap last:pe-0">
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </td>
      {canRelease && (
        <td className="pe-0">
          {!isSelf && (
            <div className="flex justify-end gap-3">
              {confirmedAt !== null && action("active", "Liberar", "btn-primary")}
              {action("disabled", "Desativar", "btn-outline")}
            </div>
          )}
        </td>
      )}
    </tr>
  );
}
