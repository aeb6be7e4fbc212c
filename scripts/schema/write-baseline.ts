import { writeBaseline } from "../../supabase/local/schema/baseline.ts";

/** Part of `npm run generate`: the first migration follows the schema files until it is closed. */
await writeBaseline();
