/* Texts of the modules are German msgids. With Django's JavaScript catalogue on the page they are translated. */

export const gettext = (msgid) => globalThis.django?.gettext?.(msgid) ?? msgid;

/** Fills `{name}` places: say("Noch {n} Sekunden", {n: 3}). */
export const say = (msgid, values = {}) => gettext(msgid).replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
