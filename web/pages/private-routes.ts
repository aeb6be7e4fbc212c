/**
 * Routes of pages with personal data. Public pages do not load this list, so links to private pages load a new
 * document.
 */
export { trackingRoute as tracking } from "./tracking/tracking-route.ts";
export { verifyRoute as verify } from "./verify/verify-route.ts";
export { landlordAreaRoute as landlordArea } from "./landlord-area/landlord-area-route.ts";
export { clientAreaRoute as clientArea } from "./client-area/client-area-route.ts";
export { loginRoute as login } from "./client-area/client-area-route.ts";
export { newPasswordRoute as newPassword } from "./new-password/new-password-route.ts";
export { confirmEmailRoute as confirmEmail } from "./confirm-email/confirm-email-route.ts";
export { contractRoute as contract } from "./contract/contract-route.ts";
export { reviewSimulationsRoute as reviewSimulations } from "./staff/staff-routes.ts";
export { staffSearchRoute as staffSearch } from "./staff/staff-routes.ts";
export { staffContractsRoute as staffContracts } from "./staff/staff-routes.ts";
export { staffClaimsRoute as staffClaims } from "./staff/staff-routes.ts";
export { staffPaymentsRoute as staffPayments } from "./staff/staff-routes.ts";
export { staffPayablesRoute as staffPayables } from "./staff/staff-routes.ts";
export { staffPartnershipsRoute as staffPartnerships } from "./staff/staff-routes.ts";
export { staffMessagesRoute as staffMessages } from "./staff/staff-routes.ts";
export { staffMailRoute as staffMail } from "./staff/staff-routes.ts";
export { staffStatementRoute as staffStatement } from "./staff/staff-routes.ts";
export { staffTeamRoute as staffTeam } from "./staff/staff-routes.ts";
export { staffLimitsRoute as staffLimits } from "./staff/staff-routes.ts";
export { staffAuditRoute as staffAudit } from "./staff/staff-routes.ts";
export { staffSecurityRoute as staffSecurity } from "./staff/staff-routes.ts";
