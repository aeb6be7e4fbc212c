import type { Replacements } from "../replace-in-package.ts";

/** What the lists to choose from say, to be seen and to be heard. */
export const selectTexts: Replacements = [
  ["return 'No options'", "return 'Nada para escolher'"],
  ["return 'Loading...'", "return 'Carregando…'"],
  [
    "Use Up and Down to choose options, press Enter to select the currently focused option, press Escape to exit the menu",
    "Use as setas para escolher, Enter para marcar e Esc para sair do menu",
  ],
  [", press Tab to select the option and exit the menu", "; Tab marca e sai"],
  ["|| 'Select', \" is focused \"", "|| 'Lista', \" em foco \""],
  [",type to refine list", ", digite para filtrar"],
  [", press Down to open the menu, ", ", seta para baixo abre o menu, "],
  [" press left to focus selected values", " seta para a esquerda vai aos marcados"],
  [
    "Use left and right to toggle between focused values, press Backspace to remove the currently focused value",
    "Use as setas para ir de um marcado a outro e Backspace para tirar",
  ],
  ['"option ".concat(label, ", deselected.")', '"".concat(label, ": desmarcado.")'],
  ["All selected options have been cleared.", "Nada está marcado."],
  [
    "\"option\".concat(labels.length > 1 ? 's' : '', \" \").concat(labels.join(','), \", selected.\")",
    '"".concat(labels.join(", "), ": marcado.")',
  ],
  [
    '"option ".concat(label, " is disabled. Select another option.")',
    '"".concat(label, ": não pode ser marcado.")',
  ],
  ['"option ".concat(label, ", selected.")', '"".concat(label, ": marcado.")'],
  ['" of ")', '" de ")'],
  ['"value ".concat(label, " focused, ")', '"".concat(label, " em foco, ")'],
  ["' disabled'", "' indisponível'"],
  ["' selected'", "' marcado'"],
  ["' for search term '", "' para '"],
  [
    "\" result\").concat(count !== 1 ? 's' : '', \" available\")",
    "\" resultado\").concat(count !== 1 ? 's' : '')",
  ],
];
