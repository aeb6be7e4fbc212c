import type { Check } from "./check.ts";
import { authRules } from "./checks/auth-rules.ts";
import { backendFigures } from "./checks/backend-figures.ts";
import { clock } from "./checks/clock.ts";
import { contentCors } from "./checks/content-cors.ts";
import { contentMigrations } from "./checks/content-migrations.ts";
import { contentReached } from "./checks/content-reached.ts";
import { contentSchema } from "./checks/content-schema.ts";
import { contentPlaceholders } from "./checks/content-placeholders.ts";
import { databaseGrants } from "./checks/database-grants.ts";
import { databaseMigrations } from "./checks/database-migrations.ts";
import { edgeFunctions } from "./checks/edge-functions.ts";
import { mailServer } from "./checks/mail-server.ts";
import { scheduledJobs } from "./checks/scheduled-jobs.ts";
import { securityHeaders } from "./checks/security-headers.ts";
import { siteReached } from "./checks/site-reached.ts";
import { staffFactors } from "./checks/staff-factors.ts";
import { studioReached } from "./checks/studio-reached.ts";
import { supabaseReached } from "./checks/supabase-reached.ts";
import { variables } from "./checks/variables.ts";

/** All that `npm run doctor` looks at, in the order of its lines. */
export const checks: readonly Check[] = [
  variables,
  siteReached,
  securityHeaders,
  studioReached,
  contentReached,
  contentCors,
  contentSchema,
  contentMigrations,
  contentPlaceholders,
  supabaseReached,
  authRules,
  databaseMigrations,
  databaseGrants,
  edgeFunctions,
  backendFigures,
  mailServer,
  scheduledJobs,
  staffFactors,
  clock,
];
