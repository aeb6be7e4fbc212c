import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { type StaffCounts, useStaffCounts } from "../../../backend/staff/staff-queries.ts";
import { paths, readyPath } from "../../../config/paths.ts";
import { staffPaths } from "../../../config/staff-paths.ts";
import { Icon, type IconName, Logo } from "../../../ui/brand/icons.tsx";
import { SiteLink, SkipLink } from "../../../ui/layout/links.tsx";
import { MenuDisclosure } from "../../../ui/layout/menu-disclosure.tsx";
import { LackingRightsProvider } from "../../../backend/staff/staff-rights.tsx";
import { typedText } from "../../../backend/staff/typed-text.ts";
import { TypedTextContext } from "../../../ui/form/typed-text.ts";
import { StaffAccessProvider, useStaffGate } from "./staff-gate.tsx";

interface StaffShellProps {
  brandName: string;
  skipLinkLabel: string;
  children: ReactNode;
}

export function StaffShell({ brandName, skipLinkLabel, children }: StaffShellProps) {
  const { access, signOut } = useStaffGate();
  const email = access.account?.email;
  const main = useRef<HTMLElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    // The sign-in form had the focus and is gone. A document that was opened by its address has the key "default", and
    // keeps its focus at the beginning.
    if (key !== "default" && document.activeElement === document.body) main.current?.focus();
  }, [key]);
  return (
    <StaffAccessProvider value={access}>
      <TypedTextContext value={typedText.follow}>
        <LackingRightsProvider value={access.account?.lacking ?? {}}>
          <SkipLink>{skipLinkLabel}</SkipLink>
          <div className="staff-shell min-h-dvh bg-sand-100 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] print:block print:bg-transparent">
            <header className="staff-bar on-dark sticky top-0 z-40 flex min-h-15 items-center justify-between px-gutter lg:h-dvh lg:flex-col lg:items-stretch lg:justify-start lg:overflow-y-auto lg:px-2 lg:py-4 print:hidden">
              <SiteLink href={paths.home} className="py-3 lg:px-3">
                <Logo name={brandName} />
              </SiteLink>
              {email && (
                <>
                  <div className="mt-6 hidden flex-1 flex-col lg:flex lg:[@media(height<50rem)]:mt-2">
                    <StaffNav email={email} onSignOut={signOut} />
                  </div>
                  <MenuDisclosure
                    className="lg:hidden"
                    summaryClassName="button w-12 p-0 -mr-2"
                    summary={
                      <>
                        <Icon name="menu" className="size-6 group-open:hidden" />
                        <Icon name="close" className="hidden size-6 group-open:block" />
                        <span className="sr-only">Menu da equipe</span>
                      </>
                    }
                  >
                    <div className="absolute inset-x-0 top-full grid max-h-[calc(100dvh-var(--header-height))] gap-4 overflow-y-auto bg-petrol-950 px-[calc(var(--spacing-gutter)-0.75rem)] pt-2 pb-4">
                      <StaffNav email={email} onSignOut={signOut} />
                    </div>
                  </MenuDisclosure>
                </>
              )}
            </header>
            <main id="conteudo" ref={main} tabIndex={-1} className="min-w-0">
              {children}
            </main>
          </div>
        </LackingRightsProvider>
      </TypedTextContext>
    </StaffAccessProvider>
  );
}

const POLL_MS = 30_000;

interface Waiting {
  count: number;
  /** Words after the number, for screen readers and the tooltip, such as “a decidir”. */
  what: string;
  /** True for items past their deadline. Their count is amber and has a clock. */
  isLate?: boolean;
}

interface Place {
  path: string;
  label: string;
  icon: IconName;
  /** Returns the open work of this screen, the most urgent first. */
  waiting?: (counts: StaffCounts) => Waiting[];
}

/** Staff screens, in the order in which staff usually work in the morning. */
const places: readonly Place[] = [
  { path: staffPaths.search, label: "Buscar", icon: "search" },
  {
    path: paths.reviewSimulations,
    label: "Simulações",
    icon: "document",
    waiting: (counts) => [
      { count: counts.simulationsLate, what: "com prazo vencido", isLate: true },
      { count: counts.simulationsSecond, what: "à espera de uma segunda pessoa" },
      { count: counts.simulationsPending, what: "a decidir" },
    ],
  },
  {
    path: staffPaths.contracts,
    label: "Contratos",
    icon: "key",
    waiting: (counts) => [
      { count: counts.endingsAsked, what: "a encerrar" },
      { count: counts.addressesToCheck, what: "com e-mail do locador a conferir" },
      { count: counts.contractsUpcoming, what: "a começar" },
      { count: counts.contractsExpiring, what: "a vencer em 30 dias" },
    ],
  },
  {
    path: staffPaths.claims,
    label: "Acionamentos",
    icon: "shield",
    waiting: (counts) => [
      { count: counts.claimsOverdue, what: "com prazo vencido", isLate: true },
      { count: counts.claimsSecond, what: "à espera de uma segunda pessoa" },
      { count: counts.claimsToDo, what: "com a equipe" },
    ],
  },
  {
    path: staffPaths.payments,
    label: "Recebimentos",
    icon: "wallet",
    waiting: (counts) => [
      { count: counts.paymentsOverdue, what: "com taxa vencida", isLate: true },
      { count: counts.paymentsLeft, what: "a alocar" },
    ],
  },
  {
    path: staffPaths.payables,
    label: "A pagar",
    icon: "card",
    waiting: (counts) => [
      { count: counts.payoutsToApprove, what: "à espera de uma segunda pessoa" },
      { count: counts.payoutsDue, what: "garantias a pagar" },
      { count: counts.refundsDue, what: "a devolver" },
    ],
  },
  {
    path: staffPaths.partnerships,
    label: "Parcerias",
    icon: "handshake",
    waiting: (counts) => [
      { count: counts.partnershipsLate, what: "com prazo vencido", isLate: true },
      { count: counts.partnershipsNew, what: "a contatar" },
    ],
  },
  {
    path: staffPaths.messages,
    label: "Mensagens",
    icon: "chat",
    waiting: (counts) => [{ count: counts.messagesNew, what: "a responder" }],
  },
  {
    path: staffPaths.mail,
    label: "E-mails",
    icon: "mail",
    waiting: (counts) => [{ count: counts.mailParked, what: "parados", isLate: true }],
  },
  { path: staffPaths.statement, label: "Extrato", icon: "chart" },
  { path: staffPaths.team, label: "Equipe", icon: "users" },
  { path: staffPaths.limits, label: "Limites", icon: "shield" },
  { path: staffPaths.audit, label: "Auditoria", icon: "check" },
  { path: staffPaths.security, label: "Minha conta", icon: "lock" },
];

/** Shows the person's e-mail address, a sign-out button, and links to staff screens with counts of waiting items. */
function StaffNav({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  const { data } = useStaffCounts(POLL_MS);
  return (
    <>
      <nav aria-label="Área da equipe">
        <ul className="grid gap-1 lg:gap-0">
          {places.map(({ path, label, icon, waiting }) => (
            <li key={path}>
              <NavLink to={path} className="menu-item w-full cursor-pointer text-left text-sm">
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
        <button
          type="button"
          className="menu-item w-full cursor-pointer text-left text-sm"
          onClick={onSignOut}
        >
          <Icon name="arrow" className="size-5" />
          Sair
        </button>
      </div>
    </>
  );
}

function Counts({ waiting }: { waiting: readonly Waiting[] }) {
  return (
    <span className="flex min-w-0 flex-wrap justify-end gap-0.5">
      {waiting
        .filter(({ count }) => count > 0)
        .map(({ count, what, isLate }) => (
          <span
            key={what}
            title={`${count} ${what}`}
            className={`badge h-5 min-w-6 gap-0.5 rounded-full border-none px-1 text-[0.6875rem] font-bold tabular-nums ${isLate ? "bg-amber-400" : "bg-petrol-100"}`}
          >
            {isLate && <Icon name="clock" className="size-3" />}
            {count > 999 ? "999+" : count}
            <span className="sr-only"> {what}; </span>
          </span>
        ))}
    </span>
  );
}

const readinessSchema = z.object({
  /**
   * Origin of the content that visitors get: content API, cache, or the file `snapshot.json`. Null when there is no
   * content.
   */
  content: z.nullable(z.object({ from: z.enum(["live", "cache", "snapshot"]), since: z.string() })),
});

/** Shows the time since which visitors may get outdated content, or nothing while the content is up to date. */
function ContentStatus({ interval }: { interval: number }) {
  const { data } = useQuery({
    queryKey: ["site-readiness"],
    queryFn: async ({ signal }) => {
      const reply = await fetch(readyPath, { signal });
      return readinessSchema.parse(await reply.json());
    },
    refetchInterval: interval,
  });
  const content = data?.content;
  if (!content || content.from === "live") return null;
  return (
    <StatusLine what="O site está sem contato com o conteúdo" since={content.since}>
      : mostra o último que leu
    </StatusLine>
  );
}

/**
 * Time after which an unsent e-mail counts as delayed. The worker starts every 30 s, and one run may take over two
 * minutes.
 */
const PATIENCE_MS = 3 * 60_000;

/** Shows the time since which e-mails are delayed, or nothing while e-mails are sent on time. */
function MailStatus({ interval }: { interval: number }) {
  const { data, dataUpdatedAt } = useStaffCounts(interval);
  const since = data?.mailWaitingSince;
  if (!since || dataUpdatedAt - Date.parse(since) < PATIENCE_MS) return null;
  return <StatusLine what="E-mails esperam envio" since={since} />;
}

interface StatusLineProps {
  /** Description of the problem, shown before the time at which the problem began. */
  what: string;
  /** Time at which the problem began, in ISO 8601. */
  since: string;
  children?: ReactNode;
}

function StatusLine({ what, since, children }: StatusLineProps) {
  return (
    <p className="flex items-start gap-2 px-3 py-2 text-xs">
      <Icon name="clock" className="mt-0.5 size-3.5 shrink-0 text-amber-300" />
      <span>
        {what} desde <time dateTime={since}>{formatDateTime(since)}</time>
        {children}
      </span>
    </p>
  );
}
