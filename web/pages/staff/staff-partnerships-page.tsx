import { PageHead } from "../../content/head.tsx";
import type { PartnershipTextsQueryResult } from "../../content/sanity.types.ts";
import { PartnershipRequests } from "../../features/partnership-requests/partnership-requests.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import type { PageProps } from "../define-page.ts";

export function StaffPartnershipsPage({ content, path }: PageProps<PartnershipTextsQueryResult>) {
  const title = "Parcerias";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Pedidos de quem quer ser parceiro" isWide>
        {() => <PartnershipRequests whatsAppText={content.partnershipMessage} />}
      </StaffScreen>
    </>
  );
}
