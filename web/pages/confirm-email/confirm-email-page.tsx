import { useNavigate } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import { ConfirmEmailForm } from "../../features/staff/account/confirm-email-form.tsx";
import { useRecoveryToken } from "../../features/leases/tenant/use-recovery-token.ts";
import { TaskPage } from "../task-page.tsx";

/** Shows the page to which the e-mail to a new staff account links. */
export function ConfirmEmailPage({ path }: { path: string }) {
  const navigate = useNavigate();
  const token = useRecoveryToken();
  return (
    <TaskPage
      path={path}
      title="Confirme seu e-mail"
      intro="Falta um passo para concluir o seu cadastro na equipe."
      isNarrow
    >
      <div className="card card-border mt-8">
        {token === undefined ? (
          <output>Verificando o link...</output>
        ) : (
          <ConfirmEmailForm
            key={token}
            token={token}
            onConfirmed={() => void navigate(paths.clientArea)}
          />
        )}
      </div>
    </TaskPage>
  );
}
