import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useBackend } from "../../backend/backend-context.tsx";
import { staffClient } from "../../backend/staff-client.ts";
import { paths } from "../../config/paths.ts";
import { loginPath } from "../../config/return-path.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import type { StaffAccount } from "./read-staff-account.ts";
import { StaffAccess } from "./staff-access.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorEnrolment } from "./second-factor-enrolment.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { StaffNav } from "./staff-nav.tsx";
import { useStaffAccount } from "./use-staff-account.ts";
import { useStaffSession } from "./use-staff-session.ts";

interface StaffScreenProps {
  title: string;
  subtitle: string;
  /** Rendered for active staff only; what it shows is guarded by the database. */
  children: (account: StaffAccount) => ReactNode;
}

/** The frame of every staff page: who may come in, what the others are told, and the way out. */
export function StaffScreen({ title, subtitle, children }: StaffScreenProps) {
  const backend = useBackend();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const session = useStaffSession();
  const account = useStaffAccount(session?.user.id);
  const leaving = useRef(false);
  // Here, because what is asked of the account ends as soon as its factor works.
  const [newCodes, setNewCodes] = useState<readonly string[]>();

  useEffect(() => {
    if (session !== null || leaving.current) return;
    // Whoever signs in next must not see what was read before.
    queries.clear();
    showToast({
      title: "Você precisa estar logado para acessar esta página",
      tone: "destructive",
    });
    void navigate(loginPath(pathname), { replace: true });
  }, [session, pathname, navigate, queries]);

  async function signOut(): Promise<void> {
    if (!backend) return;
    leaving.current = true;
    const client = await staffClient(backend);
    await client.auth.signOut({ scope: "local" });
    queries.clear();
    showToast({ title: "Logout realizado com sucesso", tone: "success" });
    void navigate(paths.clientArea, { replace: true });
  }

  const data = account.data;
  const isActive = data?.status === "active" && data.second_factor === "none";
  return (
    <div className="below-header min-h-[70vh] bg-sand-100 pb-section">
      <div className="page-width max-w-[72rem]">
        {isActive && <StaffNav email={data.email} onSignOut={() => void signOut()} />}
        <h1 className="text-heading">{title}</h1>
        <p className="text-soft mt-2 mb-8">{subtitle}</p>
        {!session || account.isPending ? (
          <Spinner label="Verificando seu acesso..." />
        ) : newCodes ? (
          <RecoveryCodes
            codes={newCodes}
            onKept={() => {
              setNewCodes(undefined);
              void account.refetch();
            }}
          />
        ) : isActive ? (
          children(data)
        ) : data?.status === "active" && data.second_factor === "code" ? (
          <SecondFactorStep onSignOut={() => void signOut()} />
        ) : data?.status === "active" ? (
          <>
            <SecondFactorEnrolment isRequired onEnrolled={setNewCodes} />
            <button type="button" className="btn btn-outline mt-6" onClick={() => void signOut()}>
              Sair
            </button>
          </>
        ) : (
          <StaffAccess
            account={data}
            onRetry={() => void account.refetch()}
            onSignOut={() => void signOut()}
          />
        )}
      </div>
    </div>
  );
}
