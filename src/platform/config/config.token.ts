/** Under which the settings are injected. */
export const CONFIG = Symbol('Config');
