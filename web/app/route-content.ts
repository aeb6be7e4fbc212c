import type { Backend } from "../backend/backend.ts";
import type {
  AboutQueryResult,
  ClientAreaQueryResult,
  ContactQueryResult,
  ContractQueryResult,
  FreePageQueryResult,
  HomeQueryResult,
  HowItWorksQueryResult,
  LandlordsQueryResult,
  LayoutQueryResult,
  NewPasswordQueryResult,
  NotFoundQueryResult,
  PartnersQueryResult,
  ProductQueryResult,
  SimulationQueryResult,
  TenantsQueryResult,
  TermsQueryResult,
} from "../content/sanity.types.ts";

/** A path without code of its own shows whatever is published for it. */
export type PublishedContent =
  | { kind: "product"; content: NonNullable<ProductQueryResult> }
  | { kind: "page"; content: NonNullable<FreePageQueryResult> }
  | { kind: "notFound"; content: NonNullable<NotFoundQueryResult> };

/** Another address of the home page, until something is published for it (domain decision 5). */
export type HomeAliasContent =
  | PublishedContent
  | { kind: "home"; content: NonNullable<HomeQueryResult> };

/** What the server's settings tell every page. */
export interface PublicSettings {
  /** The public address of the site, for canonical links; no trailing slash. */
  origin: string;
  /** Null when the site runs without Supabase. */
  backend: Backend | null;
}

/** What each route shows, by route id: the loader gives it and the page takes it. */
export interface RouteContent {
  layout: LayoutQueryResult & PublicSettings;
  home: NonNullable<HomeQueryResult>;
  about: NonNullable<AboutQueryResult>;
  howItWorks: NonNullable<HowItWorksQueryResult>;
  tenants: NonNullable<TenantsQueryResult>;
  landlords: NonNullable<LandlordsQueryResult>;
  partners: NonNullable<PartnersQueryResult>;
  simulation: NonNullable<SimulationQueryResult>;
  contact: NonNullable<ContactQueryResult>;
  terms: NonNullable<TermsQueryResult>;
  clientArea: NonNullable<ClientAreaQueryResult>;
  /** The same screen as the client area (domain decision 3). */
  login: NonNullable<ClientAreaQueryResult>;
  newPassword: NonNullable<NewPasswordQueryResult>;
  contract: NonNullable<ContractQueryResult>;
  /** The texts of the staff's screens are in the code. */
  confirmEmail: null;
  reviewSimulations: null;
  staffTeam: null;
  staffSecurity: null;
  homeAlias: HomeAliasContent;
  published: PublishedContent;
}

export type RouteId = keyof RouteContent;
export type PageId = Exclude<RouteId, "layout">;
