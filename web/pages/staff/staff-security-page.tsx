import { PageHead } from "../../content/head.tsx";
import { SecondFactorSettings } from "../../features/session/second-factor-settings.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";

export function StaffSecurityPage({ path }: { path: string }) {
  const title = "Segurança da conta";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Proteja o seu acesso aos dados dos clientes">
        {(account) => <SecondFactorSettings account={account} />}
      </StaffScreen>
    </>
  );
}
