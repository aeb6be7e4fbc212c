interface FormProgressProps {
  sections: readonly { id: string; title: string }[];
}

/**
 * The sections of a form, each ticked when all its fields are valid. The style sheet does the
 * ticking (`:has(:valid)`) once `useNativeValidity` has told the browser all rules.
 */
export function FormProgress({ sections }: FormProgressProps) {
  return (
    <ol className="form-progress steps lg:steps-vertical">
      {sections.map(({ id, title }) => (
        <li key={id} className="step">
          <a href={`#${id}`}>
            <span className="max-lg:sr-only">{title}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
