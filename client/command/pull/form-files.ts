import { join } from 'node:path';
import { Fault } from '../faults.js';
import { type LockFile, lockLine } from '../lock-file.js';
import type { Service } from '../service/connection.js';
import type { ServiceForm } from '../service/service-form.js';
import type { Terminal } from '../terminal.js';
import { definitionNamed, newName } from './form-file.js';
import { type PulledForm, updateFile, writeNew } from './pull-form.js';
import type { PullOptions, Target } from './pull-targets.js';

/** The files of forms in a folder, with the lock file that says which is which. */
export class FormFiles {
  constructor(
    private readonly lock: LockFile,
    private readonly service: Service,
    private readonly options: PullOptions,
    private readonly terminal: Terminal,
  ) {
    const { account_id: account } = service.capabilities;
    const known = lock.accountAt(service.baseUrl);
    if (known !== null && known !== account)
      throw new Fault(`The key is of the account ${account}, but the forms of ${lock.path} are of ${known}. Use a key of that account.`);
  }

  /** Writes the file of a form, or takes the form over into it. Throws a `Fault` when that cannot be done. */
  write({ formId, name }: Target, form: ServiceForm): PulledForm {
    const { dir, format } = this.options;
    const path = name === null ? null : definitionNamed(name, dir, this.terminal);
    if (path !== null) return inFileSystem(path, () => updateFile(form, path, this.service.document, this.terminal));
    const fileName = name ?? this.newNameFor(form);
    const newPath = join(dir, `${fileName}.${format}`);
    return inFileSystem(newPath, () => {
      if (name === null) this.lock.keep(this.service.baseUrl, this.service.capabilities.account_id, fileName, { formId });
      return writeNew(form, dir, fileName, format, this.terminal);
    });
  }

  /** A file without an entry may be about another form, so it is never overwritten. */
  private newNameFor({ id, form }: ServiceForm): string {
    const { baseUrl } = this.service;
    const name = newName(form.name, (each) => this.isTaken(each));
    const path = definitionNamed(name, this.options.dir, this.terminal);
    if (path === null) return name;
    const remedy = `If it is the form ${id}, add "${lockLine(name, id)}" to ${baseUrl} in ${this.lock.path} and pull again; else rename the file.`;
    throw new Fault(`${path} is there, but ${this.lock.path} does not say which form of the service it is. ${remedy}`);
  }

  /** Throws a `Fault` for a name whose form is being created, since it may be this form. */
  private isTaken(name: string): boolean {
    const entry = this.lock.entryOf(this.service.baseUrl, name);
    if (entry === null || 'formId' in entry) return entry !== null;
    throw new Fault(`The creation of ${name} has begun and not ended. Run "form-collection apply" again before.`);
  }
}

function inFileSystem<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Fault(`${path} cannot be written (${code}).`, { cause: error });
  }
}
