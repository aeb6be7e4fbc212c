import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";
import { Payables } from "../../features/payments/staff/lists/payables.tsx";

export function StaffPayablesPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="A pagar"
      subtitle="Devoluções e pagamentos da garantia, com conta e data"
      isWide
    >
      {() => <Payables />}
    </StaffScreen>
  );
}
