import { NODE_TYPES } from '../../workflows/nodes/node-types.rules';
import type { DeliveryFilter, SubmissionFilter } from '../submission-filter.types';
import { likePattern, searchPattern } from './search-pattern.rules';

/**
 * The conditions of a filter on submissions `s` that no index has, so that rows are looked at one by one.
 * @param bind makes a value a parameter, and returns its place in the statement
 */
export function searchConditions(filter: SubmissionFilter, bind: (value: unknown) => string): string[] {
  const { search, hasFiles, delivery } = filter;
  return [
    ...(hasFiles === undefined ? [] : [`s.file_count ${hasFiles ? '>' : '='} 0`]),
    ...(delivery === undefined ? [] : [`(${DELIVERIES[delivery]})`]),
    ...(search === undefined ? [] : [matches(search, bind)]),
  ];
}

/** `like` takes half of the time of the regular expression, which only `case` keeps for the rows that can match. */
const matches = (search: string, bind: (value: unknown) => string): string => `case
    when lower(s.fields::text collate "C") like ${bind(likePattern(search))} then s.fields::text ~ ${bind(searchPattern(search))}
  end`;

/** True for a filter whose lists end after the rows that a request may look at. */
export const isSearch = ({ search, hasFiles, delivery }: SubmissionFilter): boolean =>
  search !== undefined || hasFiles !== undefined || delivery !== undefined;

const DESTINATIONS = NODE_TYPES.filter(({ kind, type }) => kind === 'destination' && type !== 'database')
  .map(({ type }) => `'${type}'`)
  .join(', ');

const newestRun = (condition: string): string => `exists (
  select from (
    select r.id, r.form_id, r.workflow_version_id, r.completed_at from workflow_runs r
    where r.form_id = s.form_id and r.submission_id = s.id and r.run_kind = 'production'
    order by r.created_at desc, r.id desc limit 1
  ) r where ${condition})`;

const step = (statuses: string): string => `exists (
  select from workflow_run_steps d where d.run_id = r.id and d.form_id = r.form_id and d.node_kind = 'destination'
    and d.node_type <> 'database' and d.status in (${statuses}))`;

const notification = (statuses: string): string => `exists (
  select from notifications n where n.form_id = s.form_id and n.submission_id = s.id and n.status in (${statuses}))`;

/** A destination of an open run that has not begun. */
const UNSTARTED = `r.completed_at is null and exists (
  select from workflow_versions v, json_array_elements(v.definition -> 'nodes') node
  where v.id = r.workflow_version_id and node ->> 'type' in (${DESTINATIONS})
    and not exists (select from workflow_run_steps d where d.run_id = r.id and d.form_id = r.form_id and d.node_id = node ->> 'id'))`;

/** What `historiesIn` and `notificationDelivery` tell of a submission, as conditions. The storage of the submission is no delivery. */
const DELIVERIES: Readonly<Record<DeliveryFilter, string>> = {
  pending: `${newestRun(`${step(`'pending', 'running', 'waiting'`)} or ${UNSTARTED}`)} or ${notification(`'pending', 'claimed', 'sending'`)}`,
  failed: `${newestRun(step(`'failed'`))} or ${notification(`'failed'`)}`,
  uncertain: `${newestRun(step(`'uncertain'`))} or ${notification(`'uncertain'`)}`,
};
