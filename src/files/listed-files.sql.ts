import type { ListedFileView } from './file-view.dto';

/** The members whose names are the same in answers and in the table. */
const MEMBERS = ['id', 'field', 'filename', 'content_type', 'size_bytes'] as const satisfies readonly (keyof ListedFileView)[];

/** SQL for the files of a submission (an alias) in the order of the request. Null without reading the table when `file_count` is 0. */
export const listedFilesOf = (submission: string): string => `
  case when ${submission}.file_count > 0 then (
    select json_agg(json_build_object(${MEMBERS.map((name) => `'${name}', file.${name}`).join(', ')}) order by file.position)
    from submission_files file where file.form_id = ${submission}.form_id and file.submission_id = ${submission}.id
  ) end`;
