/** A turning ring with what is being waited for, told to screen readers too. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="flex items-center justify-center gap-4 py-16 text-muted">
      <SpinnerRing className="loading-xl" />
      {label}
    </output>
  );
}

/** The ring alone, for buttons whose text says what happens. */
export function SpinnerRing({ className = "loading-sm" }: { className?: string }) {
  return <span aria-hidden="true" className={`loading loading-spinner ${className}`} />;
}
