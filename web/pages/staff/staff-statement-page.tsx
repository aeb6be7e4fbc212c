import { PageHead } from "../../content/head.tsx";
import { BankStatement } from "../../features/bank-statement/bank-statement.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";

export function StaffStatementPage({ path }: { path: string }) {
  const title = "Extrato bancário";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Registre o que o banco diz que foi pago">
        {() => <BankStatement />}
      </StaffScreen>
    </>
  );
}
