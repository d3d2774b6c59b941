import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** The numbers by which a database is told from a backup of it. */
export interface DatabaseEpoch {
  /** The identity that a database shares with its backups. */
  identity: string;
  /** Grows with each check, and is noted outside of the database afterwards. */
  number: number;
  epoch: number;
}

@Injectable()
export class EpochRepository {
  constructor(private readonly database: Database) {}

  async identity(): Promise<string> {
    return (await this.database.queryOne<{ identity: string }>('select identity from database_epoch'))!.identity;
  }

  /** Takes the next number. Below one that was noted before, the database is a backup, and a new epoch begins. */
  async next(lastSeen: number): Promise<DatabaseEpoch> {
    const row = await this.database.queryOne<Omit<DatabaseEpoch, 'number'> & { number: string }>(ADVANCE, [lastSeen]);
    return { ...row!, number: Number(row!.number) };
  }
}

const ADVANCE = `
  update database_epoch set number = greatest(number, $1::bigint) + 1, epoch = epoch + (number < $1::bigint)::int
    returning identity, number, epoch`;
