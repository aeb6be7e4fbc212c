import {
  type MouseEvent,
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { TextField, type TextFieldProps } from "../ui/form/controls.tsx";
import type { FieldLook } from "../ui/form/field-table.ts";

interface PasswordWords {
  showPassword: string;
  hidePassword: string;
}

/** Default texts, which staff screens use. Other pages provide the editors' texts. */
const PasswordWordsContext = createContext<PasswordWords>({
  showPassword: "Mostrar",
  hidePassword: "Ocultar",
});

interface PasswordWordsProviderProps {
  words: PasswordWords | null;
  children: ReactNode;
}

export function PasswordWordsProvider({ words, children }: PasswordWordsProviderProps) {
  if (!words) return children;
  return <PasswordWordsContext value={words}>{children}</PasswordWordsContext>;
}

/** Returns field settings that include the password component. Only pages with password fields load the component. */
export function passwordLook(look: Pick<FieldLook, "id" | "autoComplete">): FieldLook {
  return { ...look, control: "password", Control: PasswordField };
}

/** Password field with a button that shows the typed value. Sending the form hides the value again. */
function PasswordField(props: TextFieldProps) {
  const { showPassword, hidePassword } = useContext(PasswordWordsContext);
  const [isShown, setIsShown] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The value is hidden before the form is sent, because browsers remember the values of visible text fields.
    const form = place.current?.closest("form");
    const hide = () => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <div ref={place} className="relative">
      <TextField
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        // Prevents browsers from sending the password to a spell-checking service.
        spellCheck={false}
      />
      <button
        type="button"
        className="absolute end-0 top-0 min-h-6 text-sm underline"
        onMouseDown={keepFocus}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? hidePassword : showPassword}
        <span className="sr-only"> {props.texts.label}</span>
      </button>
    </div>
  );
}

/** Keeps focus and caret in the field when a person presses the button. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
