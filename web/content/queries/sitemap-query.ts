import { defineQuery } from "groq";

/** Every public path with the time its document last changed; paths follow specification 2. */
export const sitemapQuery = defineQuery(`*[
  _id in [
    "homePage", "aboutPage", "howItWorksPage", "tenantsPage", "landlordsPage",
    "partnersPage", "contactPage", "simulationPage", "termsPage"
  ]
  || (_type == "product" && defined(slug.current))
  || (_type == "page" && defined(path))
] | order(_id asc){
  "path": select(
    _id == "homePage" => "/",
    _id == "aboutPage" => "/quem-somos",
    _id == "howItWorksPage" => "/como-funciona",
    _id == "tenantsPage" => "/locatarios",
    _id == "landlordsPage" => "/locadores",
    _id == "partnersPage" => "/parceiros",
    _id == "contactPage" => "/contato",
    _id == "simulationPage" => "/simular",
    _id == "termsPage" => "/termos",
    _type == "product" => "/" + slug.current,
    _type == "page" => path
  ),
  _updatedAt
}`);
