import { NavLink } from "react-router-dom";
import { paths } from "../../config/paths.ts";

interface StaffNavProps {
  email: string;
  onSignOut: () => void;
}

/** The staff pages, who is signed in, and the way out. */
export function StaffNav({ email, onSignOut }: StaffNavProps) {
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-sand-300 pb-3 text-sm">
      <nav aria-label="Área da equipe" className="tabs tabs-border -ml-3">
        <NavLink to={paths.reviewSimulations} className="tab">
          Simulações
        </NavLink>
        <NavLink to={paths.staffTeam} className="tab">
          Equipe
        </NavLink>
        <NavLink to={paths.staffSecurity} className="tab">
          Segurança
        </NavLink>
      </nav>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4">
        <span className="text-soft min-w-0 break-all">{email}</span>
        <button type="button" className="btn btn-link -mr-4 px-4" onClick={onSignOut}>
          Sair
        </button>
      </div>
    </div>
  );
}
