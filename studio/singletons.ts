import { contactPage } from "./schema/messages/contact-page.ts";
import { clientAreaPage } from "./schema/leases/client-area-page.ts";
import { contractPage } from "./schema/pages/contract-page.ts";
import { letterTexts } from "./schema/leases/letter-texts.ts";
import { verifyPage } from "./schema/leases/verify-page.ts";
import { landlordAreaPage } from "./schema/landlords/landlord-area-page.ts";
import { privacyPolicy, termsPage } from "./schema/legal/legal-pages.ts";
import { mailTexts } from "./schema/mail/mail-texts.ts";
import { homePage } from "./schema/pages/home-page.ts";
import {
  aboutPage,
  howItWorksPage,
  landlordsPage,
  tenantsPage,
} from "./schema/pages/information-pages.ts";
import { partnersPage } from "./schema/partners/partners-page.ts";
import { simulationPage } from "./schema/requests/simulation-page.ts";
import { trackingPage } from "./schema/pages/tracking-page.ts";
import { businessRules } from "./schema/site/business-rules.ts";
import { coverage } from "./schema/site/coverage-texts.ts";
import { footer, navigation } from "./schema/site/navigation-and-footer.ts";
import { notFoundPage } from "./schema/site/not-found-page.ts";
import { siteSettings } from "./schema/site/site-settings.ts";
import { staffTexts } from "./schema/staff/staff-texts.ts";

/** Section of the studio's menu that lists the singleton. */
export type SingletonGroup = "pages" | "customerPages" | "frame" | "rules" | "settings";

function inGroup(group: SingletonGroup, schemaTypes: (typeof homePage)[]) {
  return schemaTypes.map((schemaType) => ({
    id: schemaType.name,
    type: schemaType.name,
    title: schemaType.title,
    icon: schemaType.icon,
    group,
    schemaType,
  }));
}

/** All singletons (types with exactly one document) in menu order, used by schema, menu, actions and seed. */
export const singletons = [
  ...inGroup("pages", [
    homePage,
    aboutPage,
    howItWorksPage,
    tenantsPage,
    landlordsPage,
    partnersPage,
    simulationPage,
    contactPage,
    termsPage,
    privacyPolicy,
  ]),
  ...inGroup("customerPages", [
    trackingPage,
    verifyPage,
    landlordAreaPage,
    clientAreaPage,
    contractPage,
    notFoundPage,
  ]),
  ...inGroup("frame", [navigation, footer]),
  ...inGroup("rules", [businessRules, coverage, mailTexts, letterTexts, staffTexts]),
  ...inGroup("settings", [siteSettings]),
];

export function isSingleton(schemaType: string): boolean {
  return singletons.some(({ type }) => type === schemaType);
}
