import { PageHead } from "../../content/head.tsx";
import { OwnDigest, OwnName, OwnPassword } from "../../features/session/own-account.tsx";
import { SecondFactorSettings } from "../../features/session/second-factor-settings.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";

export function StaffSecurityPage({ path }: { path: string }) {
  const title = "Minha conta";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen
        title={title}
        subtitle="Seu nome, sua senha, a verificação em duas etapas e o resumo da manhã"
      >
        {(account) => (
          <div className="grid gap-6">
            <SecondFactorSettings account={account} />
            <OwnPassword />
            <OwnName account={account} />
            <OwnDigest account={account} />
          </div>
        )}
      </StaffScreen>
    </>
  );
}
