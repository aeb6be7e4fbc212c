import { defineQuery } from "groq";
import { imageProjection, linkProjection } from "./projections.ts";

/** What surrounds every page: company data, header, products menu and footer. */
export const layoutQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    brandName,
    legalName,
    cnpj,
    address{ street, district, city, state, postalCode },
    email,
    phone,
    serviceArea,
    openingHours,
    socialLinks[]{ _key, network, url },
    dataProtectionOfficer{ name, email },
    defaultSeo{ title, description, image ${imageProjection} },
    regulatoryNote,
    skipLinkLabel,
    liveUpdateLabel,
    notices{
      areaNeedsScript,
      sendingNeedsScript,
      scriptAdvice,
      sendingUnavailable,
      otherChannelLabel,
      notConfirmed,
      tryAgain,
      homeLabel
    }
  },
  "navigation": *[_type == "navigation" && _id == "navigation"][0]{
    items[] ${linkProjection},
    productsLabel,
    clientAreaLabel,
    contractLabel,
    simulateLabel,
    manageLabel,
    manageLabelMobile,
    openMenuLabel,
    closeMenuLabel,
    mainMenuLabel
  },
  "footer": *[_type == "footer" && _id == "footer"][0]{
    about,
    columns[]{ _key, title, links[] ${linkProjection} },
    contactTitle,
    socialTitle,
    officerLabel,
    copyright
  },
  "products": *[_type == "product" && defined(slug.current)] | order(orderRank asc){
    _id,
    menuLabel,
    summary,
    "path": "/" + slug.current,
    "icon": benefits.items[0].icon
  }
}`);
