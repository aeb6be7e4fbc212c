import { PageHead } from "../../content/head.tsx";
import { OwnName, OwnPassword } from "../../features/session/own-account.tsx";
import { SecondFactorSettings } from "../../features/session/second-factor-settings.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";

export function StaffSecurityPage({ path }: { path: string }) {
  const title = "Minha conta";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Seu nome, sua senha e a verificação em duas etapas">
        {(account) => (
          <div className="grid gap-6">
            <SecondFactorSettings account={account} />
            <OwnPassword />
            <OwnName account={account} />
          </div>
        )}
      </StaffScreen>
    </>
  );
}
