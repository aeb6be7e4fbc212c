import { PageHead } from "../../content/head.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import { StaffPayments } from "../../features/staff-payments/payments.tsx";

export function StaffPaymentsPage({ path }: { path: string }) {
  const title = "Pagamentos";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="O que há a receber e a devolver" isWide>
        {() => <StaffPayments />}
      </StaffScreen>
    </>
  );
}
