export interface PreparedText {
  /** Short name, by which a person chooses the text. */
  title: string;
  text: string;
}

interface TextChoicesProps {
  id: string;
  /** Prepared texts. A text without a title is its own name. */
  texts: readonly (string | PreparedText)[];
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
        {texts.map((prepared) => {
          const { title, text } =
            typeof prepared === "string" ? { title: prepared, text: prepared } : prepared;
          return (
            <option key={title} value={text}>
              {title}
            </option>
          );
        })}
      </select>
    </div>
  );
}
