/**
 * Id of what became of a form. As the fragment of its `action` it makes browsers without JavaScript
 * show and focus the outcome, wherever it stands in the page that answers.
 */
export const outcomeId = "resultado";
