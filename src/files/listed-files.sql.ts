import type { ListedFileView } from './file-view.dto';

/** The names on the wire are those of the columns, so that nothing stands between. */
const MEMBERS = ['id', 'field', 'filename', 'content_type', 'size_bytes'] as const satisfies readonly (keyof ListedFileView)[];

/**
 * An SQL expression for the files of a submission, an alias of rows, in the order of the request; null when there are none. Only submissions
 * that count some are looked up.
 */
export const listedFilesOf = (submission: string): string => `
  case when ${submission}.file_count > 0 then (
    select json_agg(json_build_object(${MEMBERS.map((name) => `'${name}', file.${name}`).join(', ')}) order by file.position)
    from submission_files file where file.form_id = ${submission}.form_id and file.submission_id = ${submission}.id
  ) end`;
