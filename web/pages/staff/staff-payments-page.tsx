import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";
import { StaffPayments } from "../../features/payments/staff/payment-list.tsx";

export function StaffPaymentsPage({ path }: { path: string }) {
  return (
    <StaffScreen path={path} title="Pagamentos" subtitle="O que há a receber e a devolver" isWide>
      {() => <StaffPayments />}
    </StaffScreen>
  );
}
