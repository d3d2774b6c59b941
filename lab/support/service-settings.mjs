export const NO_LIMITS = {
  SUBMIT_LIMIT_PER_IP_AND_FORM_PER_MINUTE: '0',
  SUBMIT_LIMIT_PER_IP_PER_MINUTE: '0',
  SUBMIT_LIMIT_PER_FORM_PER_MINUTE: '0',
};

/** Settings of a service without limits on this machine, all but its addresses. */
export const SETTINGS = {
  APP_SECRET: 'a secret of the laboratory, which runs on this machine only',
  MIGRATE_ON_START: 'false',
  SHUTDOWN_DELAY_SECONDS: '0',
  ...NO_LIMITS,
};

/** Workflows may call receivers on this machine. */
export const LOCAL_RECEIVERS = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' };

/** A statement that takes the limits of all plans away. */
export const UNLIMITED = `update plans set read_per_minute = 100000000, write_per_minute = 100000000, destructive_per_minute = 100000000,
  aggregate_per_minute = 100000000, test_runs_max = 1000000, form_submissions_per_month = null`;
