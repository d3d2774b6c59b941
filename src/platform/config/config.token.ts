/** Injection token of the `Config`. */
export const CONFIG = Symbol('Config');
