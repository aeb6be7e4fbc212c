/** Attribute of hydrated forms. The boot script must keep the browser from posting a form without this attribute. */
export const formReadyAttribute = "data-ready";
/** Name of the event dispatched on a form that gets `formReadyAttribute`. */
export const formReadyEvent = "payser:form-ready";
