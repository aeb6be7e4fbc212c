import { PageHead } from "../../content/head.tsx";
import { ParkedDocuments } from "../../features/outgoing-mail/parked-documents.tsx";
import { ParkedMail } from "../../features/outgoing-mail/parked-mail.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";

export function StaffMailPage({ path }: { path: string }) {
  const title = "E-mails";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="E-mails não entregues e documentos não gerados">
        {() => (
          <>
            <ParkedDocuments />
            <ParkedMail />
          </>
        )}
      </StaffScreen>
    </>
  );
}
