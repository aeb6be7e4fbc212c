import { type ReactNode, useState } from "react";
import { Spinner } from "../../ui/feedback/states.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorEnrolment } from "./second-factor-enrolment.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { StaffAccess } from "./staff-access.tsx";
import type { StaffDoor } from "./staff-door.ts";
import { useStaffAccount } from "./use-staff-account.ts";
import { useStaffExit } from "./use-staff-exit.ts";
import { useStaffSession } from "./use-staff-session.ts";

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
