import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** The numbers that distinguish a database from a restored backup of it. */
export interface DatabaseEpoch {
  /** The identity that a database shares with its backups. */
  identity: string;
  /** Increases with each check; the object store keeps a copy of it. */
  number: number;
  epoch: number;
}

@Injectable()
export class EpochRepository {
  constructor(private readonly database: Database) {}

  async identity(): Promise<string> {
    return (await this.database.queryOne<{ identity: string }>('select identity from database_epoch'))!.identity;
  }

  /** Increases the number. If it is below `lastSeen`, the database is a restored backup, and a new epoch begins. */
  async next(lastSeen: number): Promise<DatabaseEpoch> {
    const row = await this.database.queryOne<Omit<DatabaseEpoch, 'number'> & { number: string }>(ADVANCE, [lastSeen]);
    return { ...row!, number: Number(row!.number) };
  }
}

const ADVANCE = `
  update database_epoch set number = greatest(number, $1::bigint) + 1, epoch = epoch + (number < $1::bigint)::int
    returning identity, number, epoch`;
