import { useNavigate } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import { ConfirmEmailForm } from "../../features/sign-in/confirm-email-form.tsx";
import { useRecoveryToken } from "../../features/sign-in/use-recovery-token.ts";

/** Where the link of a new staff account's mail leads. */
export function ConfirmEmailPage({ path }: { path: string }) {
  const title = "Confirme seu e-mail";
  const navigate = useNavigate();
  const token = useRecoveryToken();
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <section className="hero-band hero-sand">
        <div className="mx-auto w-full max-w-[32rem] px-gutter">
          <h1 className="text-heading">{title}</h1>
          <p className="text-soft mt-3">Falta um passo para concluir o seu cadastro na equipe.</p>
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
        </div>
      </section>
    </>
  );
}
