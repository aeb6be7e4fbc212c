import type { PartnershipTextsQueryResult } from "../../content/sanity.types.ts";
import { PartnershipRequests } from "../../features/partners/staff/partnership-requests.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";
import type { PageProps } from "../define-page.ts";

export function StaffPartnershipsPage({ content, path }: PageProps<PartnershipTextsQueryResult>) {
  return (
    <StaffScreen path={path} title="Parcerias" subtitle="Pedidos de quem quer ser parceiro" isWide>
      {() => <PartnershipRequests whatsAppText={content.partnershipMessage} />}
    </StaffScreen>
  );
}
