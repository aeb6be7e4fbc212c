/**
 * The pages that show somebody's own data, by route id. Apart from the others, because only documents
 * of such pages lead from one to the next: visitors do not load this list.
 */
export { trackingRoute as tracking } from "./tracking/tracking-route.ts";
export { verifyRoute as verify } from "./verify/verify-route.ts";
export { clientAreaRoute as clientArea } from "./client-area/client-area-route.ts";
export { loginRoute as login } from "./client-area/login-route.ts";
export { newPasswordRoute as newPassword } from "./new-password/new-password-route.ts";
export { confirmEmailRoute as confirmEmail } from "./confirm-email/confirm-email-route.ts";
export { contractRoute as contract } from "./contract/contract-route.ts";
export { reviewSimulationsRoute as reviewSimulations } from "./review-simulations/review-simulations-route.ts";
export { staffContractsRoute as staffContracts } from "./staff-contracts/staff-contracts-route.ts";
export { staffPartnershipsRoute as staffPartnerships } from "./staff-partnerships/staff-partnerships-route.ts";
export { staffMessagesRoute as staffMessages } from "./staff-messages/staff-messages-route.ts";
export { staffMailRoute as staffMail } from "./staff-mail/staff-mail-route.ts";
export { staffTeamRoute as staffTeam } from "./staff-team/staff-team-route.ts";
export { staffSecurityRoute as staffSecurity } from "./staff-security/staff-security-route.ts";
