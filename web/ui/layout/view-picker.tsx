interface ViewPickerProps<View> {
  legend: string;
  /** The views in their order; each name of one is shown with its value. */
  views: readonly { value: View; label: string }[];
  shown: View;
  onShow: (view: View) => void;
}

/** Which part of a list is shown: one of a few, chosen on the spot. */
export function ViewPicker<View>({ legend, views, shown, onShow }: ViewPickerProps<View>) {
  return (
    <fieldset className="tabs tabs-box max-sm:grid max-sm:grid-cols-2 lg:[&>.tab]:px-2 lg:[&>.tab]:text-xs">
      <legend className="sr-only">{legend}</legend>
      {views.map(({ value, label }) => (
        <label key={label} className="tab">
          <input
            type="radio"
            name={legend}
            checked={value === shown}
            onChange={() => onShow(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
