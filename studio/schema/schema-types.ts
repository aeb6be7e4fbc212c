import type { SchemaTypeDefinition } from "sanity";
import { callToActionBlock } from "./blocks/call-to-action-block.ts";
import { faqListBlock } from "./blocks/faq-list-block.ts";
import { featureListBlock } from "./blocks/feature-list-block.ts";
import { richTextBlock } from "./blocks/rich-text-block.ts";
import { stepListBlock } from "./blocks/step-list-block.ts";
import { faqItem } from "./documents/faq-item.ts";
import { legalVersion } from "./documents/legal-version.ts";
import { page } from "./documents/page.ts";
import { partner } from "./documents/partner.ts";
import { product } from "./documents/product.ts";
import { redirect } from "./documents/redirect.ts";
import { callToAction } from "./objects/call-to-action.ts";
import { feature } from "./objects/feature.ts";
import { formField } from "./objects/form-field.ts";
import { hero } from "./objects/hero.ts";
import { imageWithAlt } from "./objects/image-with-alt.ts";
import { link } from "./objects/link.ts";
import { richText } from "./objects/rich-text.ts";
import { seo } from "./objects/seo.ts";
import { step } from "./objects/step.ts";
import { withReleaseRules } from "../releases/release-rules.ts";
import { singletons } from "../singletons.ts";

/** Every type of the content model. */
export const schemaTypes: SchemaTypeDefinition[] = [
  ...singletons.map(({ schemaType }) => schemaType),
  product,
  partner,
  faqItem,
  page,
  redirect,
  legalVersion,
  richTextBlock,
  featureListBlock,
  stepListBlock,
  faqListBlock,
  callToActionBlock,
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
