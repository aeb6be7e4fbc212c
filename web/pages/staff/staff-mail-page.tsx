import { ParkedDocuments } from "../../features/mail/staff/parked-documents.tsx";
import { ParkedMail } from "../../features/mail/staff/parked-mail.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";

export function StaffMailPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="E-mails"
      subtitle="E-mails não entregues e documentos não gerados"
    >
      {() => (
        <>
          <ParkedDocuments />
          <ParkedMail />
        </>
      )}
    </StaffScreen>
  );
}
