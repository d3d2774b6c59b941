import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { notFound } from '../api/errors/api-error';
import { isId } from '../platform/id.rules';
import type { FormContract } from './form-contract';
import { contractFrom } from './form-contract';
import { FormContractsRepository } from './form-contracts.repository';

/**
 * The contracts of the forms that are busy. One that has grown old can neither accept, since the commit compares revisions, nor
 * refuse for good, since a refusal asks here for a newer one first.
 */
@Injectable()
export class FormContractCache {
  private readonly known = new LRUCache<string, FormContract>({ max: 2_000 });

  constructor(private readonly rows: FormContractsRepository) {}

  /** Throws 404 for what is no form. */
  async of(formId: string): Promise<FormContract> {
    if (!isId(formId)) throw notFound();
    return this.known.get(formId) ?? this.load(formId);
  }

  /** The contract as it is now, for answers that no commit compares revisions for. Throws 404 for what is no form. */
  async current(formId: string): Promise<FormContract> {
    const contract = await this.of(formId);
    return (await this.newerThan(contract)) ?? contract;
  }

  /** The contract that has taken the place of this one; null when it is still the current one. Throws 404 when the form is gone. */
  async newerThan(contract: FormContract): Promise<FormContract | null> {
    const revision = await this.rows.revisionOf(contract.formId);
    return revision === contract.revision ? null : this.load(contract.formId);
  }

  private async load(formId: string): Promise<FormContract> {
    this.known.delete(formId);
    const row = await this.rows.find(formId);
    if (!row) throw notFound();
    const contract = contractFrom(row);
    this.known.set(formId, contract);
    return contract;
  }
}
