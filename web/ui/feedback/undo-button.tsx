import { useNow } from "../layout/hooks.ts";

interface UndoButtonProps {
  /** Time in milliseconds at which the mail leaves. */
  until: number;
  /** Person whom the decision is about, when the toast offers to undo several decisions. */
  name?: string;
  onUndo: () => void;
}

export function UndoButton({ until, name, onUndo }: UndoButtonProps) {
  const left = Math.max(0, Math.ceil((until - useNow(500)) / 1000));
  return (
    <button type="button" className="btn mt-2" disabled={left === 0} onClick={onUndo}>
      Desfazer{name !== undefined && ` ${name}`}
      {/* The seconds are hidden from screen readers, which would announce every change. */}
      <span aria-hidden="true" className="tabular-nums">
        ({left} s)
      </span>
    </button>
  );
}
