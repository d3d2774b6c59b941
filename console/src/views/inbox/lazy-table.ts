import { html, type TemplateResult } from 'lit-html';
import { SCRIPT_AWAY } from '../../lazy-view';
import { isTable } from '../../list-address.rules';
import type { ShownRows } from '../../rows/rows';
import { patiently } from '../../shell/poll';
import { Store } from '../../store';
import type { SubmissionList } from '../../submission-list';
import type { SubmissionTable } from './table/table';

/** The loaded script, which is kept so that the table is drawn at once on return and the last row gets the focus. */
let script: { SubmissionTable: typeof SubmissionTable } | undefined;

/** The table of the inbox. Its script is loaded at the first use. */
export class LazyTable extends Store {
  private table: SubmissionTable | null = null;
  private hasFailed = false;

  constructor(
    private readonly go: (query: URLSearchParams) => void,
    private readonly signal: AbortSignal,
  ) {
    super();
  }

  load(query: URLSearchParams): void {
    if (this.table || !isTable(query)) return;
    const make = () => (this.table ??= new script!.SubmissionTable(this.go));
    if (script) return void make();
    const read = async () => {
      script = await import('./table/table');
      make();
    };
    void patiently(read, this.signal, (error) => (this.hasFailed = error !== null));
  }

  render(rows: ShownRows): TemplateResult {
    if (this.table) return this.table.render(rows);
    return html`${this.hasFailed ? html`<p class="empty failed" role="alert">${SCRIPT_AWAY}</p>` : ''}`;
  }

  askForColumns(list: SubmissionList | null): void {
    if (list && isTable(list.query)) this.table?.askForColumns(list);
  }

  /** The names of the shown columns for an export; null without a table. */
  exportNames(list: SubmissionList | null): string[] | null {
    return (list && isTable(list.query) && this.table?.exportNames(list)) || null;
  }
}
