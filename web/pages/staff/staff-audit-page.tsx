import { Audit } from "../../features/staff/audit/audit-list.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";

export function StaffAuditPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Auditoria"
      subtitle="Quem fez o quê, quem viu os dados de quem e o que foi recusado"
      needs="owner"
    >
      {() => <Audit />}
    </StaffScreen>
  );
}
