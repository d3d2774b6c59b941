import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { notFound } from '../api/errors/api-error';
import { isId } from '../platform/ids.rules';
import type { CompiledForm } from './compiled-form';
import { compileForm } from './compiled-form';
import { IntakeFormsRepository } from './intake-forms.repository';

/** Cached forms may be outdated: the commit compares revisions under a lock, and other outcomes are confirmed by a reload. */
@Injectable()
export class CompiledFormCache {
  private readonly entries = new LRUCache<string, CompiledForm>({ max: 2_000 });

  constructor(private readonly forms: IntakeFormsRepository) {}

  peek(formId: string): CompiledForm | undefined {
    return this.entries.get(formId);
  }

  /** Returns the form, which may be outdated. Throws 404 for an unknown form. */
  async get(formId: string): Promise<CompiledForm> {
    if (!isId(formId)) throw notFound();
    return this.entries.get(formId) ?? this.load(formId);
  }

  /** Throws 404 for an unknown form. */
  async getCurrent(formId: string): Promise<CompiledForm> {
    const form = await this.get(formId);
    return (await this.reloadIfChanged(form)) ?? form;
  }

  /** Returns null unless the form, or the state or time zone of its account, has changed since it was loaded. Throws 404 when it was deleted. */
  async reloadIfChanged({ formId, revision, isEnabled, accountTimeZone }: CompiledForm): Promise<CompiledForm | null> {
    const current = await this.forms.stateOf(formId);
    const isSame = current?.revision === revision && current.isEnabled === isEnabled && current.accountTimeZone === accountTimeZone;
    return isSame ? null : this.load(formId);
  }

  private async load(formId: string): Promise<CompiledForm> {
    this.entries.delete(formId);
    const row = await this.forms.find(formId);
    if (!row) throw notFound();
    const form = compileForm(row);
    this.entries.set(formId, form);
    return form;
  }
}
