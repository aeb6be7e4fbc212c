import { BankStatement } from "../../features/payments/staff/bank/bank-statement.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";

export function StaffStatementPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Extrato bancário"
      subtitle="Registre o que o banco diz que entrou e saiu"
      needs="money"
    >
      {() => <BankStatement />}
    </StaffScreen>
  );
}
