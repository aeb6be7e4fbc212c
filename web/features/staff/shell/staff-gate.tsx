import { type ReactNode, createContext, useContext, useState } from "react";
import type { StaffRightsName } from "#contracts/stored-values.ts";
import { Needs } from "../../../backend/staff/staff-rights.tsx";
import { PageHead } from "../../../content/head.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { Spinner, StatePanel } from "../../../ui/feedback/states.tsx";
import { RecoveryCodes, SecondFactorEnrolment, SecondFactorStep } from "./second-factor.tsx";
import { ListKeys } from "./shortcuts.tsx";
import { type StaffAccount, useStaffAccount, useStaffExit } from "./staff-account.ts";
import { useIdleEnd } from "./use-idle-end.ts";
import { useStaffSession } from "./use-open-sessions.ts";

interface StaffScreenProps {
  path: string;
  title: string;
  subtitle: string;
  /** True when the screen uses the full width for a list beside a detail. Other screens have one column. */
  isWide?: boolean;
  /** Right without which the screen shows only who has it; null for a screen that every active member may open. */
  needs?: StaffRightsName | null;
  /** True when the screen has its own shortcuts. Other screens have those of a list. */
  hasOwnKeys?: boolean;
  /** Renders the screen for active staff only. The database also enforces access to the data. */
  children: (account: StaffAccount) => ReactNode;
}

/** Shows a staff screen: the title, and either the content or the reason why the person has no access. */
export function StaffScreen(props: StaffScreenProps) {
  const { path, title, subtitle, isWide, needs = "read", hasOwnKeys, children } = props;
  const { account, barrier } = useStaffAccess();
  return (
    <div className={`px-gutter pt-6 pb-12 print:p-0 ${isWide && account ? "" : "max-w-[72rem]"}`}>
      <PageHead seo={null} path={path} title={title} noIndex />
      <h1 className="text-[1.5rem] leading-tight">{title}</h1>
      <div className="mb-6 flex flex-wrap justify-between gap-x-6 gap-y-1">
        <p className="text-soft text-sm">{subtitle}</p>
        {account && !hasOwnKeys && <ListKeys />}
      </div>
      {account && needs && <Needs right={needs}>{children(account)}</Needs>}
      {account && !needs && children(account)}
      {barrier}
    </div>
  );
}

/** Account of a person with access, or a notice that says why there is no access. */
type StaffAccess =
  | { account: StaffAccount; barrier?: undefined }
  | { account?: undefined; barrier: ReactNode };

const AccessContext = createContext<StaffAccess>({ barrier: null });

export const StaffAccessProvider = AccessContext.Provider;

/** Returns the access of the signed-in person. Works only inside `StaffAccessProvider`. */
function useStaffAccess(): StaffAccess {
  return useContext(AccessContext);
}

/** Returns the person's account, or a notice about why access is missing. The database checks access independently. */
export function useStaffGate(): { access: StaffAccess; signOut: () => void } {
  const session = useStaffSession();
  useIdleEnd(session);
  const account = useStaffAccount(session?.user.id);
  const signOut = useStaffExit(session);
  // The codes are in this hook's state, because the enrolment component unmounts once the second factor is verified.
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const { data } = account;

  function barrier(): ReactNode {
    if (!session || account.isPending) return <Spinner label="Verificando seu acesso..." />;
    if (newCodes) {
      const onKept = () => {
        setNewCodes(undefined);
        void account.refetch();
      };
      return <RecoveryCodes codes={newCodes} onKept={onKept} />;
    }
    if (data?.status !== "active") {
      return <NoAccess account={data} onRetry={() => void account.refetch()} onSignOut={signOut} />;
    }
    if (data.second_factor === "code") return <SecondFactorStep onSignOut={signOut} />;
    return (
      <>
        <SecondFactorEnrolment isRequired onEnrolled={setNewCodes} />
        <Button className="btn-outline mt-6" onClick={signOut}>
          Sair
        </Button>
      </>
    );
  }

  const isIn = session && !newCodes && data?.status === "active" && data.second_factor === "none";
  return { access: isIn ? { account: data } : { barrier: barrier() }, signOut };
}

interface NoAccessProps {
  /** Null when the session has no staff account; undefined when the account could not be read. */
  account: StaffAccount | null | undefined;
  onRetry: () => void;
  onSignOut: () => void;
}

/** Explains to a signed-in person why access is missing (domain decision 2), and what to do next. */
function NoAccess({ account, onRetry, onSignOut }: NoAccessProps) {
  return (
    <div aria-live="polite">
      <StatePanel {...explain(account)}>
        {account === undefined && (
          <Button className="btn-primary" onClick={onRetry}>
            Tentar novamente
          </Button>
        )}
        <Button onClick={onSignOut}>Sair</Button>
      </StatePanel>
    </div>
  );
}

function explain(account: StaffAccount | null | undefined) {
  if (account === undefined) {
    return {
      icon: "bell",
      title: "Não foi possível verificar seu acesso",
      text: "Confira sua conexão e tente novamente.",
    } as const;
  }
  if (account?.status === "pending") {
    return {
      icon: "clock",
      title: "Aguardando liberação",
      text: `A conta ${account.email} foi criada e espera que alguém da equipe a libere. Esta página se abre sozinha quando isso acontecer.`,
    } as const;
  }
  if (account?.status === "disabled") {
    return {
      icon: "lock",
      title: "Acesso desativado",
      text: `A conta ${account.email} foi desativada. Se isso parece um engano, fale com quem administra a equipe.`,
    } as const;
  }
  return {
    icon: "lock",
    title: "Esta conta não tem acesso",
    text: "Entre com uma conta da equipe para ver esta página.",
  } as const;
}
