import { aboutPage } from "./schema/singletons/about-page.ts";
import { businessRules } from "./schema/singletons/business-rules.ts";
import { clientAreaPage } from "./schema/singletons/client-area-page.ts";
import { contactPage } from "./schema/singletons/contact-page.ts";
import { contractPage } from "./schema/singletons/contract-page.ts";
import { coverage } from "./schema/singletons/coverage.ts";
import { footer } from "./schema/singletons/footer.ts";
import { homePage } from "./schema/singletons/home-page.ts";
import { howItWorksPage } from "./schema/singletons/how-it-works-page.ts";
import { landlordsPage } from "./schema/singletons/landlords-page.ts";
import { letterTexts } from "./schema/singletons/letter-texts.ts";
import { mailTexts } from "./schema/singletons/mail-texts.ts";
import { navigation } from "./schema/singletons/navigation.ts";
import { notFoundPage } from "./schema/singletons/not-found-page.ts";
import { privacyPolicy } from "./schema/singletons/privacy-policy.ts";
import { partnersPage } from "./schema/singletons/partners-page.ts";
import { simulationPage } from "./schema/singletons/simulation-page.ts";
import { siteSettings } from "./schema/singletons/site-settings.ts";
import { staffTexts } from "./schema/singletons/staff-texts.ts";
import { tenantsPage } from "./schema/singletons/tenants-page.ts";
import { trackingPage } from "./schema/singletons/tracking-page.ts";
import { verifyPage } from "./schema/singletons/verify-page.ts";
import { termsPage } from "./schema/singletons/terms-page.ts";

/** Where the structure shows a singleton. */
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

/**
 * Documents of which exactly one exists, if only as a draft, in the order editors see them. Schema, structure,
 * document actions and the checks of the seed content all read this list.
 */
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
    clientAreaPage,
    contractPage,
    notFoundPage,
  ]),
  ...inGroup("frame", [navigation, footer]),
  ...inGroup("rules", [businessRules, coverage, mailTexts, letterTexts, staffTexts]),
  ...inGroup("settings", [siteSettings]),
];

/** True when the schema type is a singleton. */
export function isSingleton(schemaType: string): boolean {
  return singletons.some(({ type }) => type === schemaType);
}
