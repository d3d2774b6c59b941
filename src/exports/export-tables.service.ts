import { Injectable } from '@nestjs/common';
import { FilesService } from '../files/files.service';
import { DELIVERED_LINK_SECONDS } from '../files/file-link.rules';
import type { FieldEntity } from '../forms/definition/field.entity';
import { FormsService } from '../forms/forms.service';
import { columnsNamed, type ExportColumn, exportColumns, labelled } from './export-columns.rules';
import type { FileLinkOfName, SubmissionPages, TableOptions, TablePages } from './export.types';
import { type LocalTime, localTime } from './local-time.rules';

export interface ExportTable {
  columns: readonly ExportColumn[];
  header: readonly string[];
  time: LocalTime;
}

/** Names of columns that the form does not have are ignored. */
export interface AskedTableOptions extends TableOptions {
  withState: boolean;
  withFiles: boolean;
}

@Injectable()
export class ExportTablesService {
  constructor(
    private readonly forms: FormsService,
    private readonly files: FilesService,
  ) {}

  async tableOf(formId: string, { columns: names, header, timeZone = 'UTC', ...asked }: AskedTableOptions): Promise<ExportTable> {
    const fields = await this.forms.presentAndDeletedFieldsOf({ id: formId });
    const withEdits = names?.includes('edited_at');
    const all = exportColumns(names ? fieldsFor(names, fields) : fields, { ...asked, withEdits });
    const headed = header === 'label' ? labelled(all) : all;
    const columns = names ? columnsNamed(headed, names) : headed;
    return { columns, header: columns.map((column) => column.header), time: localTime(timeZone) };
  }

  /**
   * Yields the rows of submissions. Links to files are valid for seven days, and only as long as the key may read the files.
   * @param keyId undefined for an operator
   */
  async *rows({ columns }: ExportTable, formId: string, keyId: string | undefined, pages: SubmissionPages): TablePages {
    const hasFiles = columns.some((column) => column.hasFiles);
    for await (const { submissions } of pages) {
      const links = hasFiles ? await this.linksOf(formId, keyId, submissions) : NO_LINKS;
      yield submissions.map((submission) => columns.map(({ valueOf }) => valueOf(submission, links.get(submission.id) ?? [])));
    }
  }

  private async linksOf(
    formId: string,
    keyId: string | undefined,
    submissions: readonly { id: string; fileCount: number }[],
  ): Promise<Links> {
    const ids = submissions.filter(({ fileCount }) => fileCount > 0).map(({ id }) => id);
    const files = ids.length > 0 ? await this.files.ofSubmissions(formId, ids) : [];
    const links: Links = new Map();
    for (const file of files) {
      const { submissionId, field, filename } = file;
      const link = { field, filename, url: this.files.link({ keyId }, file, DELIVERED_LINK_SECONDS).url };
      links.set(submissionId, [...(links.get(submissionId) ?? []), link]);
    }
    return links;
  }
}

/** Returns the fields that may have a column. A deleted field has one only if it is named; else `other_fields` has its values. */
const fieldsFor = (names: readonly string[], fields: readonly FieldEntity[]): FieldEntity[] =>
  fields.filter(({ name, deletedAt }) => deletedAt === null || names.includes(name));

type Links = Map<string, FileLinkOfName[]>;
const NO_LINKS: Links = new Map();
