import {
  aboutPage,
  howItWorksPage,
  landlordsPage,
  notFoundPage,
  tenantsPage,
} from "./schema/singletons/service-pages.ts";
import { businessRules } from "./schema/singletons/business-rules.ts";
import {
  clientAreaPage,
  contractPage,
  verifyPage,
} from "./schema/singletons/sign-in-and-contract.ts";
import { contactPage, partnersPage, simulationPage } from "./schema/singletons/forms.ts";
import { coverage } from "./schema/singletons/coverage.ts";
import { footer, navigation } from "./schema/singletons/site-frame.ts";
import { homePage } from "./schema/singletons/home-page.ts";
import { landlordAreaPage } from "./schema/singletons/landlord-area-page.ts";
import { letterTexts, mailTexts } from "./schema/singletons/mails-and-letters.ts";
import { privacyPolicy, termsPage } from "./schema/singletons/legal.ts";
import { siteSettings } from "./schema/singletons/site-settings.ts";
import { staffTexts } from "./schema/singletons/staff-texts.ts";
import { trackingPage } from "./schema/singletons/tracking-page.ts";

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
    landlordAreaPage,
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
