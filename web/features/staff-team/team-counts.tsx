import { useTeamCounts } from "./team-queries.ts";

/** How many accounts there are of each kind; nothing until that is known. */
export function TeamCounts() {
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
