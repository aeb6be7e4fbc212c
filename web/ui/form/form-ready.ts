/** Attribute of a form that React answers for; the browser must not post it by itself before. */
export const formReadyAttribute = "data-ready";
/** Dispatched on the form when it gets the attribute. */
export const formReadyEvent = "payser:form-ready";
