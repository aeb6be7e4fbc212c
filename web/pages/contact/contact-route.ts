import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import { heroProjection, seoProjection } from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

/** Content of the contact page. Phone numbers and addresses come only from the site settings. */
export const contactQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "contactPage" && _id == "contactPage"][0]{
  hero ${heroProjection},
  cards{
    whatsapp{ title, text, linkLabel },
    phone{ title, text, linkLabel },
    email{ title, text, linkLabel },
    location{ title, text }
  },
  hoursTitle,
  hoursText,
  form{
    title,
    intro,
    fields,
    submitLabel,
    sendingLabel,
    requiredNote,
    errorSummaryTitle,
    privacyNote
  },
  result,
  "products": *[_type == "product" && defined(slug.current)] | order(orderRank){
    "value": slug.current,
    "label": name
  },
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    phone,
    email,
    whatsapp,
    whatsappMessage,
    address{ street, district, city, state, postalCode }
  },
  seo ${seoProjection}
}`);

export const contactRoute = definePage({
  path: paths.contact,
  kind: "form",
  sitemap: "contactPage",
  load: import.meta.env?.SSR && (({ read }) => read(contactQuery)),
  page: async () => (await import("./contact-page.tsx")).ContactPage,
});
