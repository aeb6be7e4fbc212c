import { logoShapes } from "./logo-shapes.ts";

/** Symbol and brand name as one mark; `name` is the brand as people read it. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2 text-[1.5rem] leading-none font-extrabold tracking-tight">
      {/* The door stands inside of its square; without the margin it would miss the page's edge. */}
      <svg className="-ml-1 size-9" viewBox="0 0 32 32" aria-hidden="true">
        <path className="fill-(--logo-door,var(--color-petrol-700))" d={logoShapes.door} />
        <path className="fill-mint-300" d={logoShapes.letter} />
        <circle className="fill-petrol-950" {...logoShapes.hole} />
      </svg>
      {name}
    </span>
  );
}
