import { paths } from "../../config/paths.ts";
import { casePath, partnerMark } from "../../ui/layout/list-and-detail.tsx";

/** Kinds of cases, as private.find_cases and private.audit_case name them. */
export const caseKinds = [
  "request",
  "contract",
  "claim",
  "partnership",
  "partner",
  "message",
  "landlord",
] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Address of a case on the staff screen of its kind. */
export const caseLinks: Readonly<Record<CaseKind, (id: string) => string>> = {
  request: (id) => casePath(paths.reviewSimulations, id),
  contract: (id) => casePath(paths.staffContracts, id),
  claim: (id) => casePath(paths.staffClaims, id),
  partnership: (id) => casePath(paths.staffPartnerships, id),
  partner: (id) => casePath(paths.staffPartnerships, partnerMark + id),
  message: (id) => casePath(paths.staffMessages, id),
  landlord: (id) => casePath(paths.staffSearch, id),
};
