import { ContactMessages } from "../../features/messages/staff/contact-messages.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";

export function StaffMessagesPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Mensagens"
      subtitle="O que chega pelo formulário de contato"
      isWide
    >
      {() => <ContactMessages />}
    </StaffScreen>
  );
}
