import { Needs } from "../../backend/staff/staff-rights.tsx";
import { OwnDigest, OwnName, OwnPassword } from "../../features/staff/account/own-account.tsx";
import { SecondFactorSettings } from "../../features/staff/account/second-factor-settings.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";

export function StaffSecurityPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Minha conta"
      subtitle="Seu nome, sua senha, a verificação em duas etapas e o resumo da manhã"
      needs={null}
    >
      {(account) => (
        <div className="grid gap-6">
          <SecondFactorSettings account={account} />
          <Needs right="read">
            <OwnPassword />
            <OwnName account={account} />
            <OwnDigest account={account} />
          </Needs>
        </div>
      )}
    </StaffScreen>
  );
}
