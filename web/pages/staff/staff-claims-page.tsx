import type { ClaimTextsQueryResult } from "../../content/sanity.types.ts";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";
import { StaffClaims } from "../../features/claims/staff/claim-list.tsx";
import type { PageProps } from "../define-page.ts";

export function StaffClaimsPage({ content, path }: PageProps<ClaimTextsQueryResult>) {
  const { exclusions, clauses } = content;
  return (
    <StaffScreen
      path={path}
      title="Acionamentos"
      subtitle="O que os locadores pedem da garantia"
      isWide
    >
      {() => (
        <StaffClaims
          texts={{
            clauses: clauses.map(({ number, title: clause }) => `${number}. ${clause}`),
            reasons: (exclusions ?? []).map((text) => `Não é coberto pela fiança: ${text}.`),
          }}
        />
      )}
    </StaffScreen>
  );
}
