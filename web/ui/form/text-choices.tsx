interface TextChoicesProps {
  /** Of the select. */
  id: string;
  texts: readonly string[];
  onChoose: (text: string) => void;
}

/** Texts to begin with; what is chosen can be changed in its field. Nothing when there are none. */
export function TextChoices({ id, texts, onChoose }: TextChoicesProps) {
  if (texts.length === 0) return null;
  return (
    <div className="fieldset">
      <label htmlFor={id} className="fieldset-legend">
        Começar com um texto pronto
      </label>
      <select
        id={id}
        className="select"
        defaultValue=""
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="" disabled>
          Escolha...
        </option>
        {texts.map((text) => (
          <option key={text}>{text}</option>
        ))}
      </select>
    </div>
  );
}
