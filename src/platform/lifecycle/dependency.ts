/** A service that this one can do without for a while. */
export interface Dependency {
  name: string;
  /** Rejects when it does not answer. */
  check: () => Promise<unknown>;
}

export const DEPENDENCIES = Symbol('Dependencies');
