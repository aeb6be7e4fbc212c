import { formatShortDate } from "#contracts/fields/formats.ts";
import type { LeaseLine } from "#contracts/landlords/landlord.ts";
import { writeAmount } from "../../../formats/amounts.ts";
import { keepText, writeCsv } from "../../../formats/csv.ts";
import { type LandlordAreaTexts, sayLeaseState, sayTask } from "./lease-state.tsx";

/** Writes the list of leases as a spreadsheet, with the column titles of the page. */
export function writeLeasesCsv(lines: readonly LeaseLine[], texts: LandlordAreaTexts): string {
  const { labels, list } = texts;
  return writeCsv(
    lines.map((line) => ({
      [labels.property]: keepText(line.property),
      [labels.city]: line.city ?? "",
      [labels.tenant]: line.tenant,
      [labels.state]: sayLeaseState(line, texts)?.badge ?? "",
      [labels.start]: formatShortDate(line.startDate),
      [labels.end]: formatShortDate(line.endDate),
      [labels.claimUntil]: line.lastClaimDay ? formatShortDate(line.lastClaimDay) : "",
      [labels.limit]: line.limit === undefined ? "" : writeAmount(line.limit),
      [labels.claim]: line.claim ?? "",
      [labels.waitsFor]: sayTask(line, list),
      [labels.until]: line.until ? formatShortDate(line.until) : "",
    })),
  );
}
