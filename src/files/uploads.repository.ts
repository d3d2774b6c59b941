import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { Database } from '../platform/database/database';
import { ObjectRemovalEntity } from './submission-file.entity';

/**
 * Scheduled removals of objects. The objects of an upload are scheduled before their first byte goes to the store,
 * and the function that stores a submission (`attach-submission-files.sql`) deletes the schedule in the same commit. The trigger of
 * `remove-object-of-deleted-file.sql` schedules the objects of deleted files. A removal that has become due stays due until the object
 * is removed, so that no submission can take over an object whose bytes may be gone.
 */
@Injectable()
export class UploadsRepository {
  constructor(private readonly database: Database) {}

  /** Schedules the removal of objects that nothing refers to, and replaces earlier schedules. */
  async schedule(objectNames: string[], inSeconds: number): Promise<void> {
    await this.database.query(SCHEDULE, [objectNames, inSeconds]);
  }

  /** Postpones removals that are not due yet; true when it postponed all of them. */
  async postpone(objectNames: string[], bySeconds: number): Promise<boolean> {
    const postponed = await this.database.query(POSTPONE, [objectNames, bySeconds]);
    return postponed.length === objectNames.length;
  }

  /** Makes the removals that are still scheduled due now. */
  async expire(objectNames: string[]): Promise<void> {
    await this.database.query(EXPIRE, [objectNames]);
  }

  /** Locks removals that are due and that no other process has locked. */
  async lockDue(limit: number): Promise<string[]> {
    const due = await this.database.repository(ObjectRemovalEntity).find({
      where: { dueAt: Raw((column) => `${column} <= now()`) },
      order: { dueAt: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    return due.map(({ objectName }) => objectName);
  }

  async finish(objectNames: string[]): Promise<void> {
    await this.database.repository(ObjectRemovalEntity).delete({ objectName: In(objectNames) });
  }
}

const SCHEDULE = `
  insert into object_removals (object_name, due_at)
  select object_name, now() + make_interval(secs => $2) from unnest($1::text[]) as objects (object_name)
  on conflict (object_name) do update set due_at = excluded.due_at`;

const POSTPONE = `
  update object_removals set due_at = now() + make_interval(secs => $2)
  where object_name = any($1::text[]) and due_at > clock_timestamp() + interval '5 seconds' returning 1`;

const EXPIRE = 'update object_removals set due_at = now() where object_name = any($1::text[])';
