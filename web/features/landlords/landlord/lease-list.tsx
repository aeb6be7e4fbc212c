import { useMutation } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { Link } from "react-router-dom";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { LeaseLine } from "#contracts/landlords/landlord.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { saveFile } from "../../../ui/feedback/save-file.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { StatePanel, StatusBadge } from "../../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { fromList, writeLandlordLink } from "./landlord-place.ts";
import {
  type LeaseFilter,
  type LeaseSearch,
  arrangeLeases,
  findLeases,
  isWithin,
  leaseFilters,
  wholeList,
} from "./lease-lines.ts";
import { LeaseBadge, type LandlordAreaTexts, sayTask } from "./lease-state.tsx";

/** Number of leases that are shown at first and added by each click. */
const STEP = 40;

const filterTexts = {
  all: "all",
  waiting: "waiting",
  claim: "claim",
  in_force: "inForce",
  awaiting_payment: "awaitingPayment",
  upcoming: "upcoming",
  ended: "ended",
  revoked: "revoked",
} as const satisfies Record<LeaseFilter, keyof LandlordAreaTexts["list"]["filters"]>;

interface LeaseListProps {
  lines: readonly LeaseLine[];
  /** Secret of the landlord's link. */
  secret: string;
  texts: LandlordAreaTexts;
  /** Search that the page keeps while a lease is open. */
  search: LeaseSearch;
  onSearch: (search: LeaseSearch) => void;
}

/** Lists the leases of a landlord or agency, what waits for the reader first. */
export function LeaseList({ lines, secret, texts, search, onSearch }: LeaseListProps) {
  const { list } = texts;
  const [shown, setShown] = useState(STEP);
  const wanted = useDeferredValue(search);
  const found = findLeases(lines, wanted);
  const { waiting, rest } = arrangeLeases(found);
  const visible = rest.slice(0, shown);
  const saving = useMutation({
    async mutationFn() {
      const { writeLeasesCsv } = await import("./leases-csv.ts");
      const csv = writeLeasesCsv([...waiting, ...rest], texts);
      saveFile(new Blob([csv], { type: "text/csv" }), "locacoes.csv");
    },
    onError: () => showToast({ title: list.downloadFailed, tone: "destructive" }),
  });
  // A filter without leases is left out, so that every choice shows something.
  const filters = leaseFilters.filter(
    (filter) => filter === "all" || lines.some((line) => isWithin(line, filter)),
  );
  const group = { secret, texts };
  return (
    <div className="grid grid-cols-1 gap-6">
      <search className="card card-border grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[2fr_1fr]">
        <TextField
          name="lease-search"
          type="search"
          autoComplete="off"
          value={search.text}
          onChange={({ currentTarget }) => onSearch({ ...search, text: currentTarget.value })}
          texts={{ label: list.searchLabel, help: list.searchHelp }}
        />
        <SelectField
          name="lease-filter"
          value={search.filter}
          required
          onChange={({ currentTarget }) => {
            const filter = leaseFilters.find((one) => one === currentTarget.value);
            if (filter) onSearch({ ...search, filter });
          }}
          texts={{ label: list.filterLabel }}
          options={filters.map((value) => ({
            value,
            label: list.filters[filterTexts[value]],
          }))}
          choosePlaceholder={list.filterLabel}
        />
        <p className="flex flex-wrap items-center justify-between gap-3 sm:col-span-2">
          <output className="text-sm text-muted">
            {fillVariables(list.countText, { shown: found.length, total: lines.length })}
          </output>
          <Button
            className="btn-outline btn-sm"
            isBusy={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {list.downloadLabel}
          </Button>
        </p>
      </search>
      {found.length === 0 && (
        <StatePanel icon="search" title={list.noneTitle} text={list.noneText}>
          <Button className="btn-primary" onClick={() => onSearch(wholeList)}>
            {list.clearLabel}
          </Button>
        </StatePanel>
      )}
      {waiting.length > 0 && (
        <LeaseGroup {...group} title={`${list.waitingTitle} (${waiting.length})`} lines={waiting} />
      )}
      {visible.length > 0 && (
        <LeaseGroup
          {...group}
          title={waiting.length > 0 ? list.restTitle : list.allTitle}
          lines={visible}
        />
      )}
      {rest.length > visible.length && (
        <Button
          className="btn-outline max-sm:w-full sm:justify-self-center"
          onClick={() => setShown(shown + STEP)}
        >
          {fillVariables(list.moreLabel, { count: Math.min(STEP, rest.length - visible.length) })}
        </Button>
      )}
    </div>
  );
}

interface LeaseGroupProps extends Pick<LeaseListProps, "lines" | "secret" | "texts"> {
  title: string;
}

function LeaseGroup({ title, lines, secret, texts }: LeaseGroupProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-card">
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {lines.map((line) => (
          <LeaseRow key={line.id} line={line} secret={secret} texts={texts} />
        ))}
      </ul>
    </section>
  );
}

interface LeaseRowProps extends Pick<LeaseListProps, "secret" | "texts"> {
  line: LeaseLine;
}

function LeaseRow({ line, secret, texts }: LeaseRowProps) {
  const { list } = texts;
  const { property, city, tenant, startDate, endDate, lastClaimDay, claim, waitsFor } = line;
  const isOver = line.state === "ended";
  return (
    <li
      className={`relative grid grid-cols-1 gap-1 rounded-md border bg-base-100 p-4 hover:bg-sand-50 ${waitsFor ? "border-2 border-amber-400" : "border-sand-300"}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        {/* The link covers the whole row. */}
        <Link
          to={{ hash: writeLandlordLink({ secret, leaseId: line.id }) }}
          state={fromList}
          discover="none"
          className="min-w-0 font-bold wrap-anywhere text-petrol-700 underline before:absolute before:inset-0"
        >
          {property}
        </Link>
        <LeaseBadge of={line} texts={texts} />
      </div>
      {waitsFor && <p className="font-semibold">{sayTask(line, list)}</p>}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
        {city && <span>{city}</span>}
        <span>{tenant}</span>
        <span>
          {fillVariables(list.termText, {
            start: formatShortDate(startDate),
            end: formatShortDate(endDate),
          })}
        </span>
      </p>
      {isOver && lastClaimDay && (
        <p className="text-sm tabular-nums">
          {fillVariables(list.claimUntilText, { day: formatShortDate(lastClaimDay) })}
        </p>
      )}
      {claim && <p className="text-sm">{fillVariables(list.claimText, { protocol: claim })}</p>}
      {line.standing === "reads" && (
        <p>
          <StatusBadge tone="neutral">{list.readsLabel}</StatusBadge>
        </p>
      )}
    </li>
  );
}
