import { useNavigate } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import { PasswordWordsProvider } from "../../content/password-field.tsx";
import type { NewPasswordQueryResult } from "../../content/sanity.types.ts";
import { NewPasswordForm } from "../../features/leases/tenant/new-password-form.tsx";
import { StaffNewPasswordForm } from "../../features/staff/account/staff-new-password-form.tsx";
import {
  isFirstLink,
  isStaffLink,
  useRecoveryToken,
} from "../../features/leases/tenant/use-recovery-token.ts";
import type { PageProps } from "../define-page.ts";
import { TaskPage } from "../task-page.tsx";

/** Shows the page to which a password recovery e-mail links. */
export function NewPasswordPage({ content, path }: PageProps<NewPasswordQueryResult>) {
  const { checkingLabel } = content;
  const navigate = useNavigate();
  const token = useRecoveryToken();
  const isOfStaff = typeof token === "string" && isStaffLink();
  const isFirst = typeof token === "string" && isFirstLink();
  const title = isFirst ? content.firstTitle : content.title;
  const intro = isFirst ? content.firstIntro : content.intro;
  return (
    <TaskPage path={path} title={title} intro={isOfStaff ? content.staffIntro : intro} isNarrow>
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
    </TaskPage>
  );
}
