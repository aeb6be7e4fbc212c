import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";
import { Receivables } from "../../features/payments/staff/lists/receivables.tsx";

export function StaffPaymentsPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Recebimentos"
      subtitle="O que há a receber, o que entrou e o que falta alocar"
      isWide
    >
      {() => <Receivables />}
    </StaffScreen>
  );
}
