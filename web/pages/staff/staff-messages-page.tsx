import { PageHead } from "../../content/head.tsx";
import { ContactMessages } from "../../features/contact-messages/contact-messages.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";

export function StaffMessagesPage({ path }: { path: string }) {
  const title = "Mensagens";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="O que chega pelo formulário de contato" isWide>
        {() => <ContactMessages />}
      </StaffScreen>
    </>
  );
}
