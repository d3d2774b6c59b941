/** An external service whose outage degrades this one without making it unready. */
export interface Dependency {
  name: string;
  /** Rejects when the service does not answer. */
  check: () => Promise<unknown>;
}

export const DEPENDENCIES = Symbol('Dependencies');
