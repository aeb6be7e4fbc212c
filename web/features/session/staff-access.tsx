import { StatePanel } from "../../ui/feedback/states.tsx";
import type { StaffAccount } from "./read-staff-account.ts";

interface StaffAccessProps {
  /** Null for a session that is none of staff, undefined when it could not be read. */
  account: StaffAccount | null | undefined;
  onRetry: () => void;
  onSignOut: () => void;
}

/** Why somebody who is signed in sees no data (domain decision 2), and what happens next. */
export function StaffAccess({ account, onRetry, onSignOut }: StaffAccessProps) {
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
