import { type ReactNode, createContext, useContext, useState } from "react";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { RecoveryCodes, SecondFactorEnrolment, SecondFactorStep } from "./second-factor.tsx";
import { type StaffAccount, useStaffAccount, useStaffExit } from "./staff-account.ts";
import { useStaffSession } from "./use-open-sessions.ts";

interface StaffScreenProps {
  title: string;
  subtitle: string;
  /** Lists that stand beside a detail take the whole window; all else is read in one column. */
  isWide?: boolean;
  /** Rendered for active staff only; what it shows is guarded by the database. */
  children: (account: StaffAccount) => ReactNode;
}

/** A screen within the staff's frame: its title, and what stands in the way of those not let in. */
export function StaffScreen({ title, subtitle, isWide = false, children }: StaffScreenProps) {
  const { account, barrier } = useStaffDoor();
  return (
    <div className={`px-gutter pt-6 pb-12 print:p-0 ${isWide && account ? "" : "max-w-[72rem]"}`}>
      <h1 className="text-[1.5rem] leading-tight">{title}</h1>
      <p className="text-soft mb-6 text-sm">{subtitle}</p>
      {account ? children(account) : barrier}
    </div>
  );
}

/** Either the account that may work, or what stands in the way of it. */
type StaffDoor =
  | { account: StaffAccount; barrier?: undefined }
  | { account?: undefined; barrier: ReactNode };

const DoorContext = createContext<StaffDoor>({ barrier: null });

export const StaffDoorProvider = DoorContext.Provider;

/** Whether somebody of staff is at work here; known within the staff's own frame alone. */
function useStaffDoor(): StaffDoor {
  return useContext(DoorContext);
}

/** Who may come in, and what the others are told; what is behind it the database guards. */
export function useStaffGate(): { door: StaffDoor; signOut: () => void } {
  const session = useStaffSession();
  const account = useStaffAccount(session?.user.id);
  const signOut = useStaffExit(session);
  // Here, because what is asked of the account ends as soon as its factor works.
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
      return (
        <StaffAccess account={data} onRetry={() => void account.refetch()} onSignOut={signOut} />
      );
    }
    if (data.second_factor === "code") return <SecondFactorStep onSignOut={signOut} />;
    return (
      <>
        <SecondFactorEnrolment isRequired onEnrolled={setNewCodes} />
        <button type="button" className="btn btn-outline mt-6" onClick={signOut}>
          Sair
        </button>
      </>
    );
  }

  const isIn = session && !newCodes && data?.status === "active" && data.second_factor === "none";
  return { door: isIn ? { account: data } : { barrier: barrier() }, signOut };
}

interface StaffAccessProps {
  /** Null for a session that is none of staff, undefined when it could not be read. */
  account: StaffAccount | null | undefined;
  onRetry: () => void;
  onSignOut: () => void;
}

/** Why somebody who is signed in sees no data (domain decision 2), and what happens next. */
function StaffAccess({ account, onRetry, onSignOut }: StaffAccessProps) {
  return (
    <div aria-live="polite">
      <StatePanel {...explain(account)}>
        {account === undefined && (
          <button type="button" className="btn btn-primary" onClick={onRetry}>
            Tentar novamente
          </button>
        )}
        <button type="button" className="btn btn-outline" onClick={onSignOut}>
          Sair
        </button>
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
