interface TextChoicesProps {
  id: string;
  texts: readonly string[];
  onChoose: (text: string) => void;
}

/** Shows prepared texts. Choosing a text fills a field. Renders nothing when there are no texts. */
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
