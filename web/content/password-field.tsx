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

/** Staff read what stands in code, here as on all their screens. */
const PasswordWordsContext = createContext<PasswordWords>({
  showPassword: "Mostrar",
  hidePassword: "Ocultar",
});

interface PasswordWordsProviderProps {
  words: PasswordWords | null;
  children: ReactNode;
}

/** Around a page with a password: what editors wrote for the button of every such field. */
export function PasswordWordsProvider({ words, children }: PasswordWordsProviderProps) {
  if (!words) return children;
  return <PasswordWordsContext value={words}>{children}</PasswordWordsContext>;
}

/** How a password is shown in a form's table: pages without one load nothing of it. */
export function passwordLook(look: Pick<FieldLook, "id" | "autoComplete">): FieldLook {
  return { ...look, control: "password", Control: PasswordField };
}

/** A password that can be seen while it is typed; hidden again by the time it is sent. */
function PasswordField(props: TextFieldProps) {
  const { showPassword, hidePassword } = useContext(PasswordWordsContext);
  const [isShown, setIsShown] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Browsers remember what a field of text holds when its form is sent.
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
        // Some browsers have text checked elsewhere.
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

/** A press leaves the focus, and the place of the caret, in the field. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
