/** The symbol: a door whose keyhole is the letter P. */
export function LogoSymbol({ className = "size-9" }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path
        className="fill-(--logo-door,var(--color-petrol-700))"
        d="M4 16a12 12 0 0 1 24 0v11a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z"
      />
      <path
        className="fill-mint-300"
        d="M11 10.5A2.5 2.5 0 0 1 13.5 8H16a6.5 6.5 0 1 1 0 13h-.5v4a2.25 2.25 0 0 1-4.5 0z"
      />
      <circle className="fill-petrol-950" cx="16" cy="14.5" r="2.4" />
    </svg>
  );
}

/** Symbol and brand name as one mark; `name` is the brand as people read it. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2 text-[1.5rem] leading-none font-extrabold tracking-tight">
      <LogoSymbol />
      {name}
    </span>
  );
}
