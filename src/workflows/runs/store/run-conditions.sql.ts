/** The conditions on the status here are those of the partial indexes of `workflow_runs`. */
export const HAS_ENDED = `status in ('succeeded', 'partially_failed', 'failed', 'cancelled')`;

/** The run is executed by a worker, or waits for one. */
export const IS_ACTIVE = `status in ('pending', 'running')`;

export const IS_BLOCKED = `status in ('blocked_insufficient_compute_points', 'blocked_plan_limits')`;

/** A run `r` of no submission that is in the trash. Its history stays readable, and nothing more is done for it. */
export const IS_OF_KEPT = `not exists (
    select from submissions kept where kept.form_id = r.form_id and kept.id = r.submission_id and kept.state = 'trashed')`;

/** Nobody has dismissed the run since it ended. */
export const IS_UNDECIDED = '(dismissed_at is null or dismissed_at < completed_at)';

/**
 * Runs of a form that is being deleted are neither started nor continued. This is a scalar subquery, since without statistics the planner
 * would turn `exists` into a join that begins with all forms.
 */
export const HAS_FORM = `(select f.deleted_at is null from forms f where f.id = form_id)`;

/** Runs of a suspended account wait. A worker that already holds a run may finish its turn, so that no outcome of a delivery is lost. */
export const MAY_RUN = `${HAS_FORM} and (select a.suspended_at is null from accounts a where a.id = account_id)`;
