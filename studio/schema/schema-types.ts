import type { SchemaTypeDefinition } from "sanity";
import { blocks } from "./objects/blocks.ts";
import { faqItem } from "./documents/faq-item.ts";
import { legalVersion } from "./legal/legal-version.ts";
import { page } from "./documents/page.ts";
import { partner } from "./documents/partner.ts";
import { product } from "./documents/product.ts";
import { redirect } from "./documents/redirect.ts";
import { callToAction, feature, formField, hero, step } from "./objects/page-parts.ts";
import { imageWithAlt, seo } from "./objects/image-and-seo.ts";
import { link, richText } from "./objects/rich-text-and-link.ts";
import { withReleaseRules } from "../releases/release-rules.ts";
import { singletons } from "../singletons.ts";

export const schemaTypes: SchemaTypeDefinition[] = [
  ...singletons.map(({ schemaType }) => schemaType),
  product,
  partner,
  faqItem,
  page,
  redirect,
  legalVersion,
  ...blocks,
  seo,
  link,
  imageWithAlt,
  feature,
  step,
  callToAction,
  hero,
  richText,
  formField,
].map(withReleaseRules);
