import { useNavigate } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import { PageHead } from "../../content/head.tsx";
import { PasswordWordsProvider } from "../../content/password-field.tsx";
import type { NewPasswordQueryResult } from "../../content/sanity.types.ts";
import { NewPasswordForm } from "../../features/sign-in/new-password-form.tsx";
import { StaffNewPasswordForm } from "../../features/sign-in/staff-new-password-form.tsx";
import {
  isFirstLink,
  isStaffLink,
  useRecoveryToken,
} from "../../features/sign-in/use-recovery-token.ts";
import type { PageProps } from "../define-page.ts";

/** Where the link of a recovery e-mail leads. */
export function NewPasswordPage({ content, path }: PageProps<NewPasswordQueryResult>) {
  const { checkingLabel } = content;
  const navigate = useNavigate();
  const token = useRecoveryToken();
  const isOfStaff = typeof token === "string" && isStaffLink();
  const isFirst = typeof token === "string" && isFirstLink();
  const title = isFirst ? content.firstTitle : content.title;
  const intro = isFirst ? content.firstIntro : content.intro;
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <section className="hero-band hero-sand">
        <div className="mx-auto w-full max-w-[32rem] px-gutter">
          <h1 className="text-heading">{title}</h1>
          <p className="text-soft mt-3">{isOfStaff ? content.staffIntro : intro}</p>
          <div className="card card-border mt-8">
            <PasswordWordsProvider words={content.passwordWords}>
              {token === undefined && <output>{checkingLabel}</output>}
              {isOfStaff && (
                <StaffNewPasswordForm
                  key={token}
                  texts={content}
                  token={token}
                  onChanged={() => void navigate(paths.clientArea)}
                />
              )}
              {token !== undefined && !isOfStaff && (
                <NewPasswordForm
                  key={token}
                  texts={content}
                  token={token}
                  isFirst={isFirst}
                  onChanged={(next) => void navigate(next)}
                />
              )}
            </PasswordWordsProvider>
          </div>
        </div>
      </section>
    </>
  );
}
