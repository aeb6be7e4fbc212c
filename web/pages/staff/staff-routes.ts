import type { ComponentType } from "react";
import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import { staffPaths } from "../../config/staff-paths.ts";
import { definePage, noContent } from "../define-page.ts";

export const staffTextsQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "staffTexts" && _id == "staffTexts"][0]{
  refusalReasons[]{ title, text },
  approvalReasons,
  documentNotes,
  documentRefusals,
  whatsapp,
  decisionHint,
  "rules": *[_type == "businessRules" && _id == "businessRules"][0]{
    coveragePercent, feePercent, feeMinimum
  },
  "plans": *[_type == "letterTexts" && _id == "letterTexts"][0]{ planOnce, planMonthly }
}`);

export const claimTextsQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "coverage" && _id == "coverage"][0]{
  "exclusions": exclusions.items[].text,
  "clauses": coalesce(
    *[_type == "termsPage" && _id == "termsPage"][0].clauses[]{ number, title },
    []
  )
}`);

export const partnershipTextsQuery = /* @__PURE__ */ defineQuery(
  `*[_type == "staffTexts" && _id == "staffTexts"][0]{ partnershipMessage }`,
);

/** Defines a staff screen whose texts are in the code. */
const staffPage = (
  path: string,
  page: () => Promise<ComponentType<{ content: null; path: string }>>,
) => definePage({ path, kind: "staff", load: noContent, page });

export const reviewSimulationsRoute = definePage({
  path: paths.reviewSimulations,
  kind: "staff",
  load: import.meta.env?.SSR && (({ read }) => read(staffTextsQuery)),
  page: async () =>
    (await import("./simulations/review-simulations-page.tsx")).ReviewSimulationsPage,
});

export const staffSearchRoute = staffPage(
  staffPaths.search,
  async () => (await import("./staff-search-page.tsx")).StaffSearchPage,
);

export const staffContractsRoute = definePage({
  path: staffPaths.contracts,
  kind: "staff",
  load: import.meta.env?.SSR && (({ read }) => read(staffTextsQuery)),
  page: async () => (await import("./contracts/staff-contracts-page.tsx")).StaffContractsPage,
});

export const staffClaimsRoute = definePage({
  path: staffPaths.claims,
  kind: "staff",
  load: import.meta.env?.SSR && (({ read }) => read(claimTextsQuery)),
  page: async () => (await import("./staff-claims-page.tsx")).StaffClaimsPage,
});

export const staffPaymentsRoute = staffPage(
  staffPaths.payments,
  async () => (await import("./staff-payments-page.tsx")).StaffPaymentsPage,
);

export const staffPayablesRoute = staffPage(
  staffPaths.payables,
  async () => (await import("./staff-payables-page.tsx")).StaffPayablesPage,
);

export const staffPartnershipsRoute = definePage({
  path: staffPaths.partnerships,
  kind: "staff",
  load: import.meta.env?.SSR && (({ read }) => read(partnershipTextsQuery)),
  page: async () => (await import("./staff-partnerships-page.tsx")).StaffPartnershipsPage,
});

export const staffMessagesRoute = staffPage(
  staffPaths.messages,
  async () => (await import("./staff-messages-page.tsx")).StaffMessagesPage,
);

export const staffMailRoute = staffPage(
  staffPaths.mail,
  async () => (await import("./staff-mail-page.tsx")).StaffMailPage,
);

export const staffStatementRoute = staffPage(
  staffPaths.statement,
  async () => (await import("./staff-statement-page.tsx")).StaffStatementPage,
);

export const staffTeamRoute = staffPage(
  staffPaths.team,
  async () => (await import("./staff-team-page.tsx")).StaffTeamPage,
);

export const staffLimitsRoute = staffPage(
  staffPaths.limits,
  async () => (await import("./staff-limits-page.tsx")).StaffLimitsPage,
);

export const staffAuditRoute = staffPage(
  staffPaths.audit,
  async () => (await import("./staff-audit-page.tsx")).StaffAuditPage,
);

export const staffSecurityRoute = staffPage(
  staffPaths.security,
  async () => (await import("./staff-security-page.tsx")).StaffSecurityPage,
);
