import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parse, stringify } from 'uuid';
import type { Caller } from '../../api/auth/caller';
import { notFound, validationFailed } from '../../api/errors/api-error';
import { Cursors, type Page } from '../../api/pagination/cursors';
import type { PagedDto } from '../../api/pagination/page.dto';
import { rateLimitExceeded } from '../../api/rate-limit/bucket-store';
import type { FormEntity } from '../../forms/form.entity';
import { FormsService } from '../../forms/forms.service';
import { type Config, CONFIG } from '../../platform/config/config';
import { hmacOf } from '../../platform/crypto/digests.rules';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { newId } from '../../platform/ids.rules';
import { exportColumns } from '../export-columns.rules';
import type { ExportLink, ExportLinkOfForm, NewExportLink, OpenedLink } from './export-link.entity';
import { ExportLinksRepository } from './export-links.repository';

export type LinkRequest = Pick<NewExportLink, 'name' | 'filters' | 'columns' | 'header' | 'timeZone' | 'sortOrder' | 'lifetimeSeconds'>;

@Injectable()
export class ExportLinksService {
  constructor(
    private readonly links: ExportLinksRepository,
    private readonly forms: FormsService,
    private readonly cursors: Cursors,
    private readonly keys: SecretKeys,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list({ id }: FormEntity): Promise<ExportLink[]> {
    return this.links.list(id);
  }

  listAll(caller: Caller, query: PagedDto): Promise<Page<ExportLinkOfForm>> {
    const scope = { list: 'all export links', keyId: caller.keyId, formId: null, filters: {} };
    return this.cursors.page<ExportLinkOfForm>(scope, query, {
      find: (start, limit) => this.links.listAll(caller, start?.position ?? null, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }

  /** Returns the address, which the service does not store. Throws 422 for unknown columns and for too many links. */
  async create(caller: Caller, form: FormEntity, request: LinkRequest): Promise<{ link: ExportLink; url: string }> {
    await this.refuseUnknownColumns(form, request);
    if ((await this.links.countUnderLock(form.id)) >= MAX_LINKS) throw validationFailed([TOO_MANY]);
    const token = Buffer.concat([parse(form.id), randomBytes(SECRET_BYTES)]).toString('base64url');
    const tokenDigest = this.digestsOf(token)[0]!;
    const row = { ...request, formId: form.id, id: newId(), apiKeyId: caller.keyId, tokenDigest };
    return { link: await this.links.insert(row), url: `${this.config.baseUrl}/exports/${token}.csv` };
  }

  async delete(link: ExportLink): Promise<void> {
    if (!(await this.links.delete(link))) throw notFound();
  }

  /** Opens the link of a token. Throws the same 404 for every token without an open link, and 429 after 60 reads within an hour. */
  async open(token: string, isHead: boolean): Promise<OpenedLink> {
    if (!TOKEN.test(token)) throw notFound();
    const formId = stringifiedId(Buffer.from(token, 'base64url'));
    const link = formId && (await this.links.open(formId, this.digestsOf(token), isHead));
    if (!link) throw notFound();
    const { isRefused, retryAfterSeconds } = link;
    if (isRefused) throw rateLimitExceeded({ refusedBy: 'export_link', retryAfterSeconds });
    return link;
  }

  /** Throws 404 once the link has ended. */
  async requireOpen(link: ExportLink): Promise<void> {
    if (!(await this.links.isOpen(link))) throw notFound();
  }

  private async refuseUnknownColumns(form: FormEntity, { columns }: LinkRequest): Promise<void> {
    if (!columns) return;
    const all = { withState: false, withFiles: false, withEdits: true };
    const known = exportColumns(await this.forms.presentAndDeletedFieldsOf(form), all).slice(0, -1);
    const names = new Set(known.map(({ name }) => name));
    const unknown = columns.flatMap((name, index) => (names.has(name) ? [] : [{ ...UNKNOWN, path: `columns.${index}` }]));
    if (unknown.length > 0) throw validationFailed(unknown);
  }

  /** The digest by the current secret is the first. */
  private digestsOf(token: string): Buffer[] {
    return this.keys.derive('export-links').map(({ key }) => hmacOf(key, token));
  }
}

/** A token is the id of the form, by which the link is found, followed by these random bytes. */
const SECRET_BYTES = 24;
const TOKEN = /^[A-Za-z0-9_-]{54}$/;
const MAX_LINKS = 20;
const TOO_MANY = { path: 'name', message: `must not be that of another link: a form can have ${MAX_LINKS}` };
const UNKNOWN = { message: 'must be a column of every form, or a field of this form that is not a file' };

function stringifiedId(bytes: Buffer): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null; // not a UUID
  }
}

/** Ends export links whose filters contain an erased value. */
@Injectable()
export class ExportLinkErasureService {
  constructor(private readonly links: ExportLinksRepository) {}

  /** Runs in the transaction of the caller. */
  erase(formId: string, linkIds: readonly string[]): Promise<void> {
    return this.links.erase(formId, linkIds);
  }
}
