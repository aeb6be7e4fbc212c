import { NavLink } from "react-router-dom";
import { type StaffCounts, useStaffCounts } from "../../backend/staff-queries.ts";
import { paths } from "../../config/paths.ts";
import { Icon, type IconName } from "../../ui/brand/icons.tsx";
import { ContentStatus } from "./content-status.tsx";
import { MailStatus } from "./mail-status.tsx";

const POLL_MS = 30_000;

interface Waiting {
  count: number;
  /** What is counted, after the number. */
  what: string;
  /** A promise was broken: told apart by its mark, too. */
  isLate?: boolean;
}

interface Place {
  path: string;
  label: string;
  icon: IconName;
  /** What waits there, the most pressing first. */
  waiting?: (counts: StaffCounts) => Waiting[];
}

/** The staff screens in the order of a morning's work. */
const places: readonly Place[] = [
  {
    path: paths.reviewSimulations,
    label: "Simulações",
    icon: "document",
    waiting: (counts) => [
      { count: counts.simulationsLate, what: "com prazo vencido", isLate: true },
      { count: counts.simulationsPending, what: "a decidir" },
    ],
  },
  {
    path: paths.staffContracts,
    label: "Contratos",
    icon: "key",
    waiting: (counts) => [{ count: counts.contractsExpiring, what: "a vencer em 30 dias" }],
  },
  {
    path: paths.staffPartnerships,
    label: "Parcerias",
    icon: "handshake",
    waiting: (counts) => [
      { count: counts.partnershipsLate, what: "com prazo vencido", isLate: true },
      { count: counts.partnershipsNew, what: "a contatar" },
    ],
  },
  {
    path: paths.staffMessages,
    label: "Mensagens",
    icon: "chat",
    waiting: (counts) => [{ count: counts.messagesNew, what: "a responder" }],
  },
  {
    path: paths.staffMail,
    label: "E-mails",
    icon: "mail",
    waiting: (counts) => [{ count: counts.mailParked, what: "parados", isLate: true }],
  },
  { path: paths.staffTeam, label: "Equipe", icon: "users" },
  { path: paths.staffSecurity, label: "Segurança", icon: "lock" },
];

interface StaffNavProps {
  email: string;
  onSignOut: () => void;
}

/** The staff screens with what waits in each, who is signed in, and the way out. */
export function StaffNav({ email, onSignOut }: StaffNavProps) {
  const { data } = useStaffCounts(POLL_MS);
  return (
    <>
      <nav aria-label="Área da equipe">
        <ul className="grid gap-1">
          {places.map(({ path, label, icon, waiting }) => (
            <li key={path}>
              <NavLink to={path} className="staff-link">
                <Icon name={icon} className="size-5" />
                <span className="mr-auto">{label}</span>
                {data && waiting && <Counts waiting={waiting(data)} />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-1 border-t border-petrol-700 pt-4 text-sm">
        <MailStatus interval={POLL_MS} />
        <ContentStatus interval={POLL_MS} />
        <span className="text-soft px-3 text-xs break-all">{email}</span>
        <button type="button" className="staff-link" onClick={onSignOut}>
          <Icon name="arrow" className="size-5" />
          Sair
        </button>
      </div>
    </>
  );
}

function Counts({ waiting }: { waiting: readonly Waiting[] }) {
  return waiting
    .filter(({ count }) => count > 0)
    .map(({ count, what, isLate }) => (
      <span key={what} className={isLate ? "staff-count staff-count-late" : "staff-count"}>
        {isLate && <Icon name="clock" className="size-3.5" />}
        {count > 999 ? "999+" : count}
        <span className="sr-only"> {what}</span>
      </span>
    ));
}
