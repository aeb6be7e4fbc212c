import { paths } from "../../config/paths.ts";
import { staffPaths } from "../../config/staff-paths.ts";
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
  contract: (id) => casePath(staffPaths.contracts, id),
  claim: (id) => casePath(staffPaths.claims, id),
  partnership: (id) => casePath(staffPaths.partnerships, id),
  partner: (id) => casePath(staffPaths.partnerships, partnerMark + id),
  message: (id) => casePath(staffPaths.messages, id),
  landlord: (id) => casePath(staffPaths.search, id),
};
