import type { StoredSubmission } from './submission.types';

/** Keeps submissions until the service has accepted or refused them. */
export interface Queue {
  /** False if the submissions are lost with the tab. */
  isDurable: boolean;
  put(submission: StoredSubmission): Promise<void>;
  all(): Promise<StoredSubmission[]>;
  remove(key: string): Promise<void>;
  /** Changes a submission in one transaction. Resolves with the changed submission, or with null if it is gone or `change` refuses. */
  update(key: string, change: Change): Promise<StoredSubmission | null>;
}

export type Change = (submission: StoredSubmission) => Partial<StoredSubmission> | null;

/** The queue in IndexedDB, with files, which all tabs of the origin share. */
export const databaseQueue: Queue = {
  isDurable: true,
  put: (submission) => inStore('readwrite', (store) => store.put(submission)).then(() => undefined),
  all: () => inStore('readonly', (store) => store.getAll() as IDBRequest<StoredSubmission[]>),
  remove: (key) => inStore('readwrite', (store) => store.delete(key)),
  update: updateInDatabase,
};

/** The queue without a database, which some private windows and sandboxed frames do not have. */
export function memoryQueue(): Queue {
  const waiting = new Map<string, StoredSubmission>();
  return {
    isDurable: false,
    put: async (submission) => void waiting.set(submission.key, submission),
    all: async () => [...waiting.values()],
    remove: async (key) => void waiting.delete(key),
    update: async (key, change) => {
      const changed = changedBy(change, waiting.get(key));
      if (changed) waiting.set(key, changed);
      return changed;
    },
  };
}

const DATABASE = 'form-submissions';
const STORE = 'queue';
const OPENING_MS = 5000;

/** Resolves with the result of the request after the commit. Each call opens a connection, since a browser may close an idle one. */
async function inStore<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    });
  } finally {
    database.close();
  }
}

/** Opens the database with a time limit, since some browsers never answer. */
function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('not answered')), OPENING_MS);
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
}

async function updateInDatabase(key: string, change: Change): Promise<StoredSubmission | null> {
  let changed: StoredSubmission | null = null;
  await inStore('readwrite', (store) => {
    const request = store.get(key) as IDBRequest<StoredSubmission | undefined>;
    request.onsuccess = () => {
      changed = changedBy(change, request.result);
      if (changed) store.put(changed);
    };
    return request;
  });
  return changed;
}

function changedBy(change: Change, submission: StoredSubmission | undefined): StoredSubmission | null {
  const changes = submission && change(submission);
  return submission && changes ? { ...submission, ...changes } : null;
}
