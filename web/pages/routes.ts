/** All page routes by route id, except pages with personal data, which private-routes.ts lists. */
export { homeRoute as home } from "./home/home-route.ts";
export { aboutRoute as about } from "./about/about-route.ts";
export { howItWorksRoute as howItWorks } from "./how-it-works/how-it-works-route.ts";
export { tenantsRoute as tenants } from "./tenants/tenants-route.ts";
export { landlordsRoute as landlords } from "./landlords/landlords-route.ts";
export { partnersRoute as partners } from "./partners/partners-route.ts";
export { simulationRoute as simulation } from "./simulation/simulation-route.ts";
export { contactRoute as contact } from "./contact/contact-route.ts";
export { termsRoute as terms } from "./legal/terms-route.ts";
export { homeAliasRoute as homeAlias } from "./published/published-route.ts";
export { publishedRoute as published } from "./published/published-route.ts";
